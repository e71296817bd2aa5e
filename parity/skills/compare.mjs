// Compares two implementations over generated headers and trees. Each implementation is an object of
// functions, so that this file knows neither the gateway nor the addon.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { headerCorpus } from './headers.mjs'
import { randomFrom } from './random.mjs'
import { plantTree, withLimits } from './trees.mjs'

// Headers on which the two are meant to differ; docs/parity.md gives the reasons.
const INTENDED = [
  { why: 'the tags !!set and !!binary mean what their text says', test: (text) => /!!(set|binary)/.test(text) },
  { why: 'a flow collection followed by a colon is not YAML', test: (text) => text.includes('[x]: y') },
  { why: 'a node that holds itself is not YAML', test: (text) => text.includes('&a [1, *a]') },
  { why: 'more than 255 levels of nesting are not YAML', test: (text) => text.includes('['.repeat(256)) },
  { why: 'a tab before the first key of a block is blank', test: (text) => /\n[ \r]*\t/.test(text) },
  { why: 'a comment between a flow mapping and the next key is a comment', test: (text) => /\}\r?\n *#/.test(text) },
  { why: 'a key that is a list, a mapping or empty is a key wherever it stands', test: (text) => /^(: |:\r?$|\{k\}|\[k\]|\? k)/m.test(text) },
  { why: 'a quoted key may not go on to the next line', test: (text) => text.includes('"a\n b": c') || text.includes('"a\r\n b": c') },
]

/** Compares `parseFrontmatter` of both over the corpus. */
export function compareHeaders(peer, ours, { count, seed }) {
  const corpus = headerCorpus(count, seed)
  const found = { compared: 0, passedOver: 0, different: [] }
  for (const text of corpus) {
    if (INTENDED.some(({ test }) => test(text))) {
      found.passedOver += 1
      continue
    }
    found.compared += 1
    const [theirs, own] = [peer, ours].map((side) => JSON.stringify(sorted(side.parseFrontmatter(text))))
    if (theirs !== own) found.different.push({ text, theirs, own })
  }
  return found
}

const sorted = (object) => Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1))

/**
 * Compares the list of both over `trees` trees of up to 400 skills, each with limits that touch every
 * boundary: each side of each length that the list takes.
 */
export function compareLists(peer, ours, { trees, seed, home, bundled, limitsPerTree = 40 }) {
  const found = { trees: 0, lists: 0, skills: 0, different: [] }
  for (let tree = 0; tree < trees; tree += 1) {
    const random = randomFrom(seed + tree)
    const base = fs.mkdtempSync(path.join(os.tmpdir(), 'skills-'))
    try {
      const count = tree < 5 ? tree + 1 : 1 + random.below(random.chance(0.2) ? 400 : 80)
      const { workspace, config, agentId } = plantTree(random, { base, home, bundled, count })
      const request = { workspace, agentId, note: random.chance(0.2) ? ' a remote node ' : undefined }
      const whole = peer.list({ ...request, config: withLimits(config, { maxSkillsPromptChars: 1e9, maxSkillsInPrompt: 1e6 }) })
      found.trees += 1
      found.skills += whole.names.length
      for (const limits of boundaries(random, whole, limitsPerTree)) {
        const limited = { ...request, config: withLimits(config, limits) }
        const [theirs, own] = [peer, ours].map((side) => side.list(limited))
        found.lists += 1
        if (theirs.prompt !== own.prompt || String(theirs.names) !== String(own.names)) {
          found.different.push({ seed: seed + tree, limits, theirs, own })
          break
        }
      }
    } finally {
      fs.rmSync(base, { recursive: true, force: true })
    }
  }
  return found
}

/** Limits around the lengths at which another skill fits, with descriptions and without. */
function* boundaries(random, whole, most) {
  yield {}
  yield { maxSkillsPromptChars: 0 }
  const entries = whole.prompt.split('  <skill>\n').slice(1)
  const bare = entries.map((entry) => entry.replace(/ {4}<description>[\s\S]*<\/description>\n/, '').length + 10)
  const frame = whole.prompt.length - entries.reduce((sum, entry) => sum + entry.length + 10, 0)
  const lengths = [whole.prompt.length]
  let sum = frame
  for (const length of bare) lengths.push((sum += length))
  for (let left = most; left > 0; left -= 1) {
    const length = random.chance(0.3) ? whole.prompt.length : random.pick(lengths)
    const near = random.pick([-121, -120, -7, -2, -1, 0, 1, 2, 90, 95, 100, 101, 110, 115, 116, 117, random.below(200)])
    const limits = { maxSkillsPromptChars: Math.max(0, length + near) }
    if (random.chance(0.3)) limits.maxSkillsInPrompt = random.below(whole.names.length + 2)
    yield limits
  }
}
