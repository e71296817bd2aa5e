// Measures the time from the start of the gateway's process to its first prompt, with and without the hook. The runs
// alternate, so that a busy machine slows all alike. Two clocks: the wall's, which counts on a quiet machine, and on
// Linux the processor's, which other programs disturb less.
//
//   node run.mjs check-start.mjs [ROUNDS]

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { makeHome, runLocalTurn, startModelServer } from './local-turn.mjs'
import { DEFAULT_VERSION, VERSIONS } from './versions.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const HOOK = path.join(HERE, '../gateway/register.mjs')

/** Longer than without the hook by this factor is too long. */
const LIMIT = 1.05

/** Length of a tick in /proc, in milliseconds. */
const TICK = 10

const rounds = Number(process.argv[2] ?? 11)
const root = path.join(HERE, 'node_modules', VERSIONS[DEFAULT_VERSION])
let running
let processorTime
const server = await startModelServer({ onRequest: () => (processorTime = processorTimeOf(running)) })
const place = makeHome(server.url, { files: { 'AGENTS.md': '# House rules\nWater the plants.\n' } })

/** Milliseconds that a process and those it started have used; undefined where /proc does not tell. */
function processorTimeOf(pid) {
  if (process.platform !== 'linux') return undefined
  const processes = new Map()
  for (const name of fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')
      // Time of its own and of its ended children, as program and in the kernel.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      processes.set(Number(name), { parent: Number(fields[1]), ticks })
    } catch {
      // It has ended.
    }
  }
  const isOf = (id) => id === pid || (processes.has(id) && isOf(processes.get(id).parent))
  const own = [...processes].filter(([id]) => isOf(id))
  return TICK * own.reduce((sum, [, { ticks }]) => sum + ticks, 0)
}

async function measure(mode) {
  const hook = mode === 'none' ? {} : { nodeArgs: ['--import', HOOK], env: { CLAWPROMPT_MODE: mode } }
  const start = performance.now()
  const { code, stderr } = await runLocalTurn(root, place.home, { ...hook, onStart: (pid) => (running = pid) })
  if (code !== 0) throw new Error(stderr)
  return { wall: server.arrivals.at(-1) - start, processor: processorTime }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const modes = ['none', 'shadow', 'native']
const times = Object.fromEntries(modes.map((mode) => [mode, []]))
// The first fills the caches of the disk.
await measure('none')
for (let round = 0; round < rounds; round += 1) {
  // Each mode stands first, between and last equally often, so that a drift of the machine falls on all.
  const turned = modes.map((_, index) => modes[(round + index) % modes.length])
  for (const mode of round % 2 ? turned : turned.reverse()) times[mode].push(await measure(mode))
}
place.remove()
await server.close()
for (const clock of ['wall', 'processor']) {
  const of = (mode) => times[mode].map((time) => time[clock])
  if (of('none').includes(undefined)) continue
  console.log(`${clock} time to the first prompt without the hook: ${Math.round(median(of('none')))} ms, ${rounds} rounds`)
  for (const mode of ['shadow', 'native']) {
    const paired = of(mode).map((time, round) => time / of('none')[round])
    const [ratio, best] = [median(paired), Math.min(...of(mode)) / Math.min(...of('none'))]
    console.log(
      `  ${mode}: ${ratio.toFixed(3)} times as long (median of the pairs; ` +
        `${Math.min(...paired).toFixed(3)} to ${Math.max(...paired).toFixed(3)}; fastest to fastest ${best.toFixed(3)})`,
    )
    if (clock === 'wall' && ratio > LIMIT) process.exitCode = 1
  }
}
