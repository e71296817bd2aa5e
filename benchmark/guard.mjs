// A guard against getting slower that does not depend on the machine: the time of a call over the time that
// JSON.stringify takes on the resulting prompt, medians in one process, against stored ceilings.
//
//   node benchmark/guard.mjs [--write]      --write stores new ceilings: twice what was measured

import { readFileSync, writeFileSync } from 'node:fs'

import { BUILD_PROFILE, buildAgentSystemPrompt } from '../index.js'
import { changes, workspaceFiles } from './cases.mjs'
import { median } from './statistics.mjs'

const FILE = new URL('ceilings.json', import.meta.url)
const ROUNDS = 600
// Enough that buffers are no longer new to the process.
const WARM_UP = 900
const SLACK = 2

if (BUILD_PROFILE !== 'release') {
  console.error('this is a debug binary; run npm run build first')
  process.exit(1)
}

const files = workspaceFiles(60_000, 'mixed')
const sessions = Array.from({ length: 64 }, (_, number) => workspaceFiles(60_000, 'mixed', number))
const measured = {}
for (const [name, parameters] of Object.entries(changes(files, sessions))) {
  const call = []
  const stringify = []
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const given = parameters(round)
    const start = process.hrtime.bigint()
    const prompt = buildAgentSystemPrompt(given)
    prompt.charCodeAt(prompt.length - 1)
    const built = process.hrtime.bigint()
    JSON.stringify(prompt)
    if (round < WARM_UP) continue
    call.push(Number(built - start))
    stringify.push(Number(process.hrtime.bigint() - built))
  }
  measured[name] = median(call) / median(stringify)
}

if (process.argv.includes('--write')) {
  const ceilings = Object.entries(measured).map(([name, ratio]) => [name, Number((ratio * SLACK).toPrecision(2))])
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(ceilings), null, 2)}\n`)
}
const ceilings = JSON.parse(readFileSync(FILE, 'utf8'))
let failed = 0
for (const [name, ratio] of Object.entries(measured)) {
  const ok = ratio <= ceilings[name]
  if (!ok) failed += 1
  console.log(`${ok ? 'ok' : 'SLOW'}  ${name.padEnd(28)} ${ratio.toFixed(3)} of JSON.stringify, at most ${ceilings[name]}`)
}
process.exitCode = failed > 0 ? 1 : 0
