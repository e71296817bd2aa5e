// What the first build of a new process takes, and loading what builds it. Each process builds once.
//
//   node benchmark/cold.mjs addon|peer|bundle [FILE]      one such process; prints a line of JSON
//
// `peer` prints where the gateway's builder is; `bundle` says how long that file takes to load when nothing else is done.

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { turn, workspaceFiles } from './cases.mjs'
import { median, round } from './statistics.mjs'

const HERE = fileURLToPath(import.meta.url)

const KINDS = {
  addon() {
    const before = process.hrtime.bigint()
    const { buildAgentSystemPrompt } = createRequire(import.meta.url)('../index.js')
    return { load: since(before), ...firstBuild(buildAgentSystemPrompt) }
  },
  async peer() {
    const { loadPeer } = await import('../parity/peer.mjs')
    const peer = await loadPeer(undefined, { areas: ['renderer'] })
    return { ...firstBuild(peer.buildAgentSystemPrompt), file: `${peer.root}/${peer.modules.buildAgentSystemPrompt}` }
  },
  async bundle(file) {
    const before = process.hrtime.bigint()
    await import(pathToFileURL(file).href)
    return { load: since(before) }
  },
}

function firstBuild(build) {
  const params = turn(workspaceFiles(60_000, 'mixed'))
  const before = process.hrtime.bigint()
  const prompt = build(params)
  prompt.charCodeAt(prompt.length - 1)
  const first = since(before)
  if (prompt.length < 60_000 || build(params) !== prompt) throw new Error('the first prompt is not that of the second call')
  return { first }
}

function since(start) {
  return Number(process.hrtime.bigint() - start) / 1_000
}

/** Medians over `processes` new processes of each kind, started in turns; in microseconds. */
export function measureCold({ processes }) {
  const seen = { peer: [], addon: [], bundle: [] }
  for (let number = 0; number < processes; number += 1) {
    seen.peer.push(start('peer'))
    seen.addon.push(start('addon'))
    seen.bundle.push(start('bundle', seen.peer[0].file))
  }
  const middle = (kind, member) => round(median(seen[kind].map((one) => one[member])))
  return {
    processes,
    first: { peer: middle('peer', 'first'), addon: middle('addon', 'first') },
    load: { peer: middle('bundle', 'load'), addon: middle('addon', 'load') },
  }
}

function start(kind, ...more) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [HERE, kind, ...more], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the process that builds with ${kind} failed: ${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1))
}

if (process.argv[1] === HERE) {
  const [kind, ...more] = process.argv.slice(2)
  console.log(JSON.stringify(await KINDS[kind](...more)))
  process.exit()
}
