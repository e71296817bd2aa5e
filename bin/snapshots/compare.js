'use strict'

const { sectionsIn } = require('./document.js')
const { isObject } = require('./files.js')

/** Characters shown of a line that differs. */
const SHOWN = 100

/** What differs between a committed snapshot and the one rendered now, in lines for people. */
function differences(id, name, committed, rendered) {
  if (committed === undefined) return [`${name}: missing`]
  if (committed === rendered) return []
  const found = name.endsWith('.md') ? markdownDifferences(committed, rendered) : jsonDifferences(committed, rendered)
  return [`${name}: scenario ${id} differs`, ...found]
}

function markdownDifferences(committed, rendered) {
  const [before, after] = [sectionsIn(committed), sectionsIn(rendered)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changed = names.filter((name) => before.get(name)?.join('\n') !== after.get(name)?.join('\n'))
  // The figures in the head change with every section, so they are told only when nothing else is.
  const told = changed.length > 1 ? changed.filter((name) => name !== 'head') : changed
  if (told.length === 0) return ['  the order of sections']
  return told.flatMap((name) => {
    if (!after.has(name)) return [`  ${name}: gone`]
    if (!before.has(name)) return [`  ${name}: new`]
    return [`  ${name}`, ...firstDifference(before.get(name), after.get(name))]
  })
}

/** The first lines that differ, and how many more do. */
function firstDifference(before, after) {
  const first = before.findIndex((line, at) => line !== after[at])
  const start = first < 0 ? before.length : first
  let same = 0
  const most = Math.min(before.length, after.length) - start
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1
  const [removed, added] = [before.slice(start, before.length - same), after.slice(start, after.length - same)]
  const [old, now] = clipped(removed[0], added[0])
  const more = Math.max(removed.length, added.length) - 1
  return [
    ...(old === undefined ? [] : [`    - ${old}`]),
    ...(now === undefined ? [] : [`    + ${now}`]),
    ...(more > 0 ? [`    and ${more} more ${more === 1 ? 'line' : 'lines'}`] : []),
  ]
}

/** Two lines from shortly before the place where they part. */
function clipped(old, now) {
  let part = 0
  while (old !== undefined && now !== undefined && part < old.length && old[part] === now[part]) part += 1
  const start = Math.max(0, part - SHOWN / 2)
  return [old, now].map((line) => {
    if (line === undefined) return undefined
    const shown = line.slice(start, start + SHOWN)
    return `${start > 0 ? '…' : ''}${shown}${line.length > start + SHOWN ? '…' : ''}`
  })
}

function jsonDifferences(committed, rendered) {
  let before
  try {
    before = leaves(JSON.parse(committed))
  } catch {
    return ['  it is not JSON']
  }
  const after = leaves(JSON.parse(rendered))
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
  const figures = new Set(paths.map((path) => /^layers\.([^.]+)/.exec(path)?.[1]).filter(Boolean))
  const others = paths.filter((path) => !path.startsWith('layers.'))
  const told = [
    ...[...figures].map((layer) => `  figures of layer ${layer}`),
    ...others.map((path) => `  ${path}: ${before.get(path) ?? 'absent'} is now ${after.get(path) ?? 'absent'}`),
  ]
  return told.length > 0 ? told : ['  its layout']
}

/** The plain values in a JSON value, by path. */
function leaves(value, path = '', found = new Map()) {
  const entries = Array.isArray(value) ? value.map((item, at) => [at, item]) : isObject(value) ? Object.entries(value) : undefined
  if (entries === undefined || entries.length === 0) return found.set(path, JSON.stringify(value))
  for (const [key, item] of entries) leaves(item, path === '' ? String(key) : `${path}.${key}`, found)
  return found
}

/** Says that a scenario sends more or less than it may. */
function sizeFault({ id, sent, size = {} }) {
  const { min = 0, max = Infinity } = size
  if (sent < min) return `${id}: the gateway sends ${sent} code units, fewer than the scenario's ${min}`
  if (sent > max) return `${id}: the gateway sends ${sent} code units, more than the scenario's ${max}`
  return undefined
}

module.exports = { differences, sizeFault }
