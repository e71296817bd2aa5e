// Measures everything in this process and those it starts; benchmark/render.mjs runs it under the right Node.
//
//   node --expose-gc benchmark/measure.mjs [--quick]      prints what it does to stderr, the figures as JSON to stdout

import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { ALPHABETS, changes, workspaceFiles } from './cases.mjs'
import { measureCold } from './cold.mjs'
import { loadSides, requireEqual } from './sides.mjs'
import { interleave, sustain } from './timing.mjs'
import { measureWholeTurn } from './whole-turn.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const SIZES = [6, 60, 240]
const quick = process.argv.includes('--quick')
const load = [round1(os.loadavg()[0])]
const say = (text) => process.stderr.write(`${text}\n`)

const sides = await loadSides(['bootstrap', 'accounting'])
const compared = compareAll()
say(`equal: ${compared} prompts`)
const figures = quick ? {} : await measureAll()
load.push(round1(os.loadavg()[0]))
await new Promise((done) => process.stdout.write(`${JSON.stringify({ compared, load, ...figures })}\n`, done))
// The gateway keeps timers.
process.exit()

/** All cases in all sizes and alphabets, and content with half surrogate pairs. */
function compareAll() {
  let count = 0
  for (const alphabet of [...ALPHABETS, 'halves']) {
    for (const size of SIZES) {
      for (const [name, parameters] of Object.entries(casesOf(size, alphabet))) {
        for (let number = 0; number < 3; number += 1) {
          const params = parameters(number)
          const prompts = Object.entries(sides.build).map(([side, build]) => [side, build(params)])
          requireEqual(`${size} KB, ${alphabet}, ${name}`, Object.fromEntries(prompts))
          count += 1
        }
      }
    }
  }
  return count
}

function casesOf(size, alphabet) {
  const halves = alphabet === 'halves'
  const files = (number) => {
    const made = workspaceFiles(size * 1_000, halves ? 'CJK' : alphabet, number)
    return halves ? made.map((file) => ({ ...file, content: `\udc00${file.content.slice(0, -1)}\ud800 \ud83d\ude00\ud83d\n` })) : made
  }
  return changes(files(0), Array.from({ length: 64 }, (_, number) => files(number)))
}

async function measureAll() {
  const cases = []
  warmUp()
  const count = { calls: 400, warmUp: 200 }
  for (const alphabet of ALPHABETS) {
    for (const kilobytes of alphabet === 'mixed' ? SIZES : [60]) {
      for (const [name, parameters] of Object.entries(casesOf(kilobytes, alphabet))) {
        say(`${kilobytes} KB, ${alphabet}: ${name}`)
        const units = sides.build.addon(parameters(0)).length
        cases.push({ kilobytes, alphabet, name, units, figures: interleave(name, sides.build, parameters, count) })
      }
    }
  }
  const sustained = {}
  for (const [name, parameters] of Object.entries(casesOf(60, 'mixed'))) {
    if (/same|new strings/.test(name)) continue
    say(`many calls: ${name}`)
    sustained[name] = await sustain(sides.build, parameters, { calls: 1_500, runs: 4 })
  }
  say('whole turn')
  const wholeTurn = await measureWholeTurn(sides, { rounds: 200 })
  say('cold processes')
  const cold = measureCold({ processes: 7 })
  return { cases, sustained, wholeTurn, cold, skills: other('skills', '--json'), memory: other('memory'), workers: other('workers') }
}

// A process that is not new has touched its buffers before; here the pages of the first ones would be paid for.
function warmUp() {
  for (const size of SIZES) {
    const files = workspaceFiles(size * 1_000, 'mixed')
    const { 'suffix changes': suffix, 'workspace changes': workspace } = changes(files, [])
    for (let call = 0; call < 1_000; call += 1) for (const made of [suffix, workspace]) sides.build.addon(made(call))
  }
}

/** What another script of this folder prints as JSON, in a process of its own. */
function other(name, ...args) {
  say(name)
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(HERE, `${name}.mjs`), ...args], { encoding: 'utf8' })
  const line = stdout.trim().split('\n').at(-1)
  if (!line?.startsWith('{')) throw new Error(`${name}.mjs ended with ${status}: ${stderr}`)
  return JSON.parse(line)
}

function round1(value) {
  return Math.round(value * 10) / 10
}
