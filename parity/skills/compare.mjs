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
  { why: 'a tab before the first key of a block is blank', test: (text) => /\n[ \r]*\t/.test(text) },
  { why: 'a key that is a list, a mapping or empty is a key wherever it stands', test: (text) => /^(: |:\r?$|\{k\}|\[k\]|\? k)/m.test(text) },
  { why: 'text in quotes may not go on in the first column', test: (text) => /: 'open\r?\n/.test(text) },
  { why: 'a flow mapping may close left of its indented key', test: (text) => /^ +\S.*\{\r?$/m.test(text) && /^\}/m.test(text) },
  { why: 'after a comment, `...` ends nothing and a value may still come', test: (text) => /^#.*\n(\.\.\.|\n| )/m.test(text) },
]

/** Compares `parseFrontmatter` of both over the corpus. */
export function compareHeaders(peer, ours, { count, seed }) {
  const corpus = headerCorpus(count, seed)
  const found = { compared: corpus.length, intended: 0, different: [] }
  for (const text of corpus) {
    const [theirs, own] = [peer, ours].map((side) => JSON.stringify(sorted(side.parseFrontmatter(text))))
    if (theirs === own) continue
    if (INTENDED.some(({ test }) => test(text))) found.intended += 1
    else found.different.push({ text, theirs, own })
  }
  return found
}

const sorted = (object) => Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1))

/**
 * Compares the list of both over `trees` trees of up to 400 skills. Each tree is read from disk by both; what each
 * loaded is then listed by it at both sides of every limit at which the list changes, and at random ones.
 */
export function compareLists(peer, ours, { trees, seed, home, bundled }) {
  const found = { trees: 0, lists: 0, skills: 0, boundaries: 0, different: [] }
  for (let tree = 0; tree < trees; tree += 1) {
    const random = randomFrom(seed + tree)
    const base = fs.mkdtempSync(path.join(os.tmpdir(), 'skills-'))
    try {
      const count = tree < 5 ? tree + 1 : 1 + random.below(random.chance(0.1) ? 400 : 80)
      const planted = plantTree(random, { base, home, bundled, count })
      const difference = compareTree(peer, ours, random, planted, found)
      if (difference) found.different.push({ seed: seed + tree, ...difference })
    } finally {
      fs.rmSync(base, { recursive: true, force: true })
    }
  }
  return found
}

function compareTree(peer, ours, random, planted, found) {
  const request = { ...planted, note: random.chance(0.2) ? ' a remote node ' : undefined }
  const at = (side, limits, entries) => side.list({ ...request, entries, config: withLimits(planted.config, limits) })
  const compare = (limits, theirs, own) => {
    found.lists += 1
    const what = ['prompt', 'names', 'visible'].find((key) => String(theirs[key]) !== String(own[key]))
    return what && { limits, what: `${what} differs, ${theirs[what].length} and ${own[what].length} long` }
  }
  const whole = at(ours, UNLIMITED)
  found.trees += 1
  found.skills += whole.names.length
  const difference = compare(UNLIMITED, at(peer, UNLIMITED), whole) ?? compare({}, at(peer, {}), at(ours, {}))
  if (difference) return difference

  const [theirs, own] = [peer, ours].map((side) => side.load(planted))
  for (const most of [UNLIMITED.maxSkillsInPrompt, random.below(whole.visible.length + 2)]) {
    const limits = (chars) => ({ maxSkillsInPrompt: most, maxSkillsPromptChars: chars })
    const prompt = (chars) => at(ours, limits(chars), own).prompt
    const edges = changes(prompt, whole.prompt.length + 200)
    found.boundaries += edges.length
    const between = [0, whole.prompt.length + 200, ...Array.from({ length: 5 }, () => random.below(whole.prompt.length + 1))]
    for (const chars of new Set([...edges.flatMap((edge) => [edge - 1, edge]), ...between])) {
      const different = compare(limits(chars), at(peer, limits(chars), theirs), at(ours, limits(chars), own))
      if (different) return different
    }
  }
}

const UNLIMITED = { maxSkillsPromptChars: 1e9, maxSkillsInPrompt: 1e6 }

/** The limits up to `last` at which the text becomes another one. */
function changes(text, last) {
  const edges = []
  const search = (low, before, high, after) => {
    if (before === after) return
    if (high - low === 1) {
      edges.push(high)
      return
    }
    const middle = (low + high) >> 1
    const between = text(middle)
    search(low, before, middle, between)
    search(middle, between, high, after)
  }
  search(0, text(0), last, text(last))
  return edges
}
