// What a Linux binary asks of the system that loads it, read from its ELF sections (64-bit, little-endian).

import { readFileSync } from 'node:fs'

const VERSIONS_NEEDED = 0x6ffffffe
const DYNAMIC = 6
const NEEDED = 1n

/** Libraries that the file names, and the versions of their symbols that it uses, such as `GLIBC_2.17`. */
export function needs(path) {
  const file = readFileSync(path)
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46 || file[4] !== 2 || file[5] !== 1) throw new Error(`${path} is not a 64-bit ELF file`)
  const text = (strings, at) => file.toString('latin1', strings.offset + at, file.indexOf(0, strings.offset + at))
  const sections = sectionsOf(file)
  const libraries = []
  const versions = new Set()
  for (const section of sections) {
    const strings = sections[section.link]
    if (section.type === DYNAMIC) {
      for (let at = section.offset; at < section.offset + section.size; at += 16) {
        if (file.readBigUInt64LE(at) === NEEDED) libraries.push(text(strings, Number(file.readBigUInt64LE(at + 8))))
      }
    }
    if (section.type === VERSIONS_NEEDED) {
      for (const name of versionNames(file, section.offset)) versions.add(text(strings, name))
    }
  }
  return { libraries, versions: [...versions] }
}

function sectionsOf(file) {
  const [start, size, count] = [Number(file.readBigUInt64LE(40)), file.readUInt16LE(58), file.readUInt16LE(60)]
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 24)),
      size: Number(file.readBigUInt64LE(at + 32)),
      link: file.readUInt32LE(at + 40),
    }
  })
}

/** Places of the names of versions in a chain of libraries, each with a chain of its versions. */
function* versionNames(file, start) {
  for (let library = start, next = 1; next; library += next) {
    next = file.readUInt32LE(library + 12)
    for (let version = library + file.readUInt32LE(library + 8), step = 1; step; version += step) {
      yield file.readUInt32LE(version + 8)
      step = file.readUInt32LE(version + 12)
    }
  }
}
