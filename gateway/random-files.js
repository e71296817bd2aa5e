'use strict'

// Random workspace files with limits on both sides of every threshold, for the proof of bootstrap truncation.

const { randomSource } = require('./random-text.js')

const NAMES = [
  'AGENTS.md',
  'agents.md',
  'SOUL.md',
  'TOOLS.md',
  'USER.md',
  'HEARTBEAT.md',
  'MEMORY.md',
  'x{y}.md',
  'Zürich.md',
]

const LINES = [
  ...['# Heading', '- item', '1. step', 'You must never do this.', 'Security first: read AGENTS.md', 'plain words'],
  ...['naïve 日本語の文', '😀 smile 😀', '\ttabbed   text', 'x'.repeat(300), '', ''],
]

/**
 * @param {number} seed 32-bit integer
 * @returns {{files: object[], options: {maxChars?: number, totalMaxChars?: number}}} arguments of
 *   `buildBootstrapContextFiles`
 */
function randomFiles(seed) {
  const random = randomSource(seed)
  const limit = random.pick([1, 10, 64, 90, 115, 120, 200, 500, 2000, 20000])
  const files = random.list(7, () => randomFile(random, limit))
  const options = {}
  if (random.chance(0.9)) options.maxChars = limit + random.below(5)
  if (random.chance(0.8))
    options.totalMaxChars = random.pick([limit, limit * 2, limit * 3 + 63, 60000]) + random.below(9)
  return { files, options }
}

function randomFile(random, limit) {
  const name = random.pick(NAMES)
  const path = random.chance(0.95) ? `/ws/${name}` : random.pick(['', '  ', '/ws/a b/\u4e00.md'])
  if (random.chance(0.15)) return { name, path, missing: true }
  return {
    name,
    path,
    missing: false,
    content: randomContent(random, random.pick([0, 1, limit - 1, limit, limit + 1, limit * 2, limit * 5])),
  }
}

function randomContent(random, length) {
  if (random.chance(0.2)) return random.text()
  const lines = []
  for (let size = 0; size < length; size += lines.at(-1).length + 1) {
    lines.push(random.chance(0.8) ? random.pick(LINES) : `${random.pick(LINES)} ${random.text()}`)
  }
  const text = lines.join('\n')
  return random.chance(0.5) ? text.slice(0, Math.max(0, length)) : text
}

module.exports = { randomFiles }
