// Times builders side by side: blocks of calls in turns, parameters made outside the timer, the result flattened
// inside it, and the prompts compared as it goes.

import { setTimeout as sleep } from 'node:timers/promises'

import { requireEqual } from './sides.mjs'
import { round, spread } from './statistics.mjs'

// Calls at the start of a block that put the builder's code and data back into the caches, and calls that count.
const LEAD = 5
const BLOCK = 25

/** Reads the last unit, which turns a rope or a slice into a string of its own. */
function flattened(prompt) {
  prompt.charCodeAt(prompt.length - 1)
  return prompt
}

/**
 * Figures of each builder: p10, p50, p99 and mean in microseconds.
 *
 * @param {string} what the case, for errors
 * @param {Record<string, (params: object) => string>} build
 * @param {(round: number) => object} parameters
 * @param {{calls: number, warmUp: number}} count of timed and earlier calls of each builder
 */
export function interleave(what, build, parameters, { calls, warmUp }) {
  const names = Object.keys(build)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  const blocks = Math.ceil((calls + warmUp) / BLOCK)
  let start = 0
  for (let block = 0; block < blocks; block += 1) {
    const last = {}
    for (let turn = 0; turn < names.length; turn += 1) {
      // Whoever follows another's garbage is a different one each time.
      const name = names[(turn + block) % names.length]
      for (let call = 0; call < LEAD + BLOCK; call += 1) {
        const params = parameters(start + call)
        const before = process.hrtime.bigint()
        const prompt = flattened(build[name](params))
        const time = Number(process.hrtime.bigint() - before)
        last[name] = prompt
        if (call >= LEAD && block * BLOCK >= warmUp) times[name].push(time)
      }
    }
    requireEqual(what, last)
    start += LEAD + BLOCK
  }
  return Object.fromEntries(names.map((name) => [name, spread(times[name])]))
}

/**
 * Mean time and processor time of a call in microseconds over long runs, garbage collection on all threads included.
 *
 * @param {{calls: number, runs: number}} count of calls in a run and of runs of each builder
 */
export async function sustain(build, parameters, { calls, runs }) {
  const total = Object.fromEntries(Object.keys(build).map((name) => [name, { wall: 0, cpu: 0, rss: 0 }]))
  let start = 1_000_000
  for (let run = 0; run < runs; run += 1) {
    for (const name of Object.keys(build)) {
      const params = Array.from({ length: calls }, (_, call) => parameters(start + call))
      start += calls
      // What the run before left to be collected is its own.
      globalThis.gc()
      await sleep(30)
      const cpu = process.cpuUsage()
      const before = process.hrtime.bigint()
      for (const given of params) flattened(build[name](given))
      total[name].wall += Number(process.hrtime.bigint() - before)
      await sleep(60) // Collectors' threads may still be at work.
      const used = process.cpuUsage(cpu)
      total[name].cpu += (used.user + used.system) * 1_000
      total[name].rss = Math.max(total[name].rss, process.memoryUsage.rss())
    }
  }
  const each = (nanoseconds) => round(nanoseconds / (calls * runs) / 1_000)
  return Object.fromEntries(
    Object.entries(total).map(([name, { wall, cpu, rss }]) => [
      name,
      { mean: each(wall), cpu: each(cpu), rssMegabytes: Math.round(rss / 2 ** 20) },
    ]),
  )
}
