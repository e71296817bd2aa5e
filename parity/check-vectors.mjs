// Runs recorded render vectors through the installed gateway and checks that it still produces the
// recorded lengths and hashes. This proves the loader: if a vector fails here, the fault is in
// `parity/`, not in the renderer that is being compared.
//
//   node run.mjs check-vectors.mjs [FILE]

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

import { loadPeer } from './peer.mjs'
import { VERSIONS } from './versions.mjs'

const DEFAULT_FILE = new URL('../crates/core/tests/fixtures/render-vectors.jsonl', import.meta.url)

const file = process.argv[2] ?? fileURLToPath(DEFAULT_FILE)
const vectors = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
if (vectors.length === 0) throw new Error(`${file} holds no vectors`)

let checked = 0
const failed = []
for (const version of Object.keys(VERSIONS)) {
  const peer = await loadPeer(version, { areas: ['renderer', 'host'] })
  peer.setHost({})
  const bundledChannels = peer.listDeliverableMessageChannels()
  for (const vector of vectors) {
    const expected = vector.peer[version]
    if (!expected) throw new Error(`vector ${vector.id} has no record of openclaw ${version}`)
    const { deliverableChannels } = vector.host
    const host = {
      memoryLines: vector.host.memoryLines,
      deliverableChannels: Array.isArray(deliverableChannels) ? deliverableChannels : bundledChannels,
    }
    const text = peer.render(vector.params, host)
    const found = { utf16_len: text.length, sha256: createHash('sha256').update(text).digest('hex') }
    checked += 1
    if (found.utf16_len !== expected.utf16_len || found.sha256 !== expected.sha256) {
      failed.push({ version, id: vector.id, expected, found })
    }
  }
}
for (const { version, id, expected, found } of failed.slice(0, 10)) {
  console.error(`${version} ${id}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
}
console.log(`${checked - failed.length} of ${checked} recorded renders reproduced`)
process.exitCode = failed.length === 0 ? 0 : 1
