// node scripts/check-symbols.mjs FILE... [--glibc 2.17]
// Fails when a Linux binary needs a newer glibc, or a library that a plain system may lack.

import { parseArgs } from 'node:util'

import { needs } from './elf.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { glibc: { type: 'string', default: '2.17' } } })
const glibc = /^(libc|libdl|libm|libpthread|librt|ld-linux-.*)\.so\.\d+$/
const musl = /^(libc\.so|libc\.musl-.*\.so\.1)$/
const compare = (a, b) => a.localeCompare(b, 'en', { numeric: true })

if (positionals.length === 0) throw new Error('name at least one file')
for (const path of positionals) {
  const { libraries, versions } = needs(path)
  const numbers = versions.filter((version) => version.startsWith('GLIBC_')).map((version) => version.slice(6)).sort(compare)
  const newest = numbers.at(-1)
  const problems = libraries.filter((library) => !glibc.test(library) && !musl.test(library)).map((library) => `needs ${library}`)
  if (newest && compare(newest, values.glibc) > 0) problems.push(`needs glibc ${newest}, newer than ${values.glibc}`)
  if (path.includes('musl') && newest) problems.push('is linked to glibc')
  console.log(`${path}: ${newest ? `glibc ${newest}` : 'musl'}; ${libraries.join(', ')}${problems.map((problem) => `\n  ${problem}`).join('')}`)
  if (problems.length > 0) process.exitCode = 1
}
