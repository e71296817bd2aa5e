// Learns the wording of the installed gateway in memory and compares each entry with its recorded
// fingerprint (length and head of the SHA-256). Prints counts and keys, never a text.
//
//   node run.mjs check-learn.mjs [FILE]

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

import { heartbeatBlockCandidates, learnStrippedBlock, learnWording } from './learn.mjs'
import { loadPeer } from './peer.mjs'
import { chooseProbes } from './probes.mjs'
import { elementsFromLayout } from './recorded-layout.mjs'
import { VERSIONS } from './versions.mjs'

const DEFAULT_FILE = new URL('../crates/core/tests/fixtures/render-data.json', import.meta.url)

const file = process.argv[2] ?? fileURLToPath(DEFAULT_FILE)
const data = JSON.parse(fs.readFileSync(file, 'utf8'))
let failed = false
for (const version of Object.keys(VERSIONS)) {
  const start = performance.now()
  const peer = await loadPeer(version, { areas: ['renderer', 'host'] })
  const loaded = performance.now()
  const elementsOf = elementsFromLayout(data, version)
  const probes = chooseProbes(elementsOf, data.tool_order)
  const chosen = performance.now()
  const { sections, problems } = learnWording(peer.render, elementsOf, probes)
  const done = performance.now()
  const expected = recordedFor(version)
  const learned = flatten(sections)
  splitReasoning(learned, expected)
  // The prefix is a protocol token; the learner has found it in its line as a placeholder's value.
  learned.set('model_identity.prefix', 'Current model identity:')
  const candidates = heartbeatBlockCandidates(peer.resolveHeartbeatPrompt())
  learned.set('context_strip.default_heartbeat_block', learnStrippedBlock(peer.render, candidates))
  const wrong = Object.keys(expected).filter((key) => !matches(learned.get(key), expected[key]))
  for (const problem of problems.slice(0, 20)) console.error(version, JSON.stringify(problem))
  for (const key of wrong) {
    console.error(version, key, learned.has(key) ? 'differs from its fingerprint' : 'was not learned')
  }
  console.log(
    `${version}: ${Object.keys(expected).length - wrong.length} of ${Object.keys(expected).length}` +
      ` fingerprints met, ${probes.length} probes, ${problems.length} problems;` +
      ` import ${Math.round(loaded - start)} ms, choosing probes ${Math.round(chosen - loaded)} ms,` +
      ` learning ${Math.round(done - chosen)} ms`,
  )
  failed ||= wrong.length > 0 || problems.length > 0
}
process.exitCode = failed ? 1 : 0

/** Fingerprints of the entries that this version's layout can print. */
function recordedFor(version) {
  const sections = new Set(data.layout[version].map(({ lines }) => lines).flat().map(({ value }) => value))
  const other = Object.values(data.layout).flatMap((layout) => layout.flatMap(({ lines }) => lines))
  const foreign = new Set(other.map(({ value }) => value).filter((value) => !sections.has(value)))
  return Object.fromEntries(
    Object.entries(data.fingerprints[version]).filter(([key]) => !foreign.has(key)),
  )
}

/** The eight parts are printed as one line, so only their recorded lengths can part them. */
function splitReasoning(learned, expected) {
  let rest = learned.get('reasoning_format.line') ?? ''
  for (let part = 1; part <= 8; part += 1) {
    const key = `reasoning_format.p${part}`
    const [length] = expected[key]
    learned.set(key, part === 8 ? rest : rest.slice(0, length))
    rest = rest.slice(length + 1)
  }
}

function flatten(sections) {
  const texts = Object.values(sections).flatMap((lines) => Object.entries(lines))
  return new Map(texts.map(([key, text]) => [key, text.replace(/\{\{|\}\}/g, (pair) => pair[0])]))
}

function matches(text, [length, head]) {
  if (text === undefined || text.length !== length) return false
  return createHash('sha256').update(text).digest('hex').startsWith(head)
}
