// Calls every export again and again with arguments right and wrong, in several threads at once.
//
//   node soak/soak.mjs [--calls 20000] [--workers 4] [--seed 1] [--only NAME] [--verbose]
//
// Fails when the process ends, when a call throws anything but an error with a documented code or what the caller's own
// code threw, or when memory grows. The same seed makes the same calls.

import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

import { fillPlace } from './place.mjs'
import { documentedCodes, readShapes } from './shapes.mjs'

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    workers: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    child: { type: 'string' },
  },
})
const calls = Number(options.calls)
const workers = Number(options.workers)
const root = fileURLToPath(new URL('..', import.meta.url))

// The calls run in a process of their own, so that its end is a finding too.
if (options.child === undefined) {
  const place = mkdtempSync(join(tmpdir(), 'clawprompt-soak-'))
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2), '--child', place], {
    stdio: 'inherit',
    env: { ...process.env, HOME: join(place, 'home'), OPENCLAW_STATE_DIR: join(place, 'home') },
    cwd: place,
  })
  child.on('exit', (code, signal) => {
    if (code !== 0 && code !== 1) {
      console.error(`the process ended (${signal ?? code}) during:`)
      for (let worker = 0; worker < workers; worker += 1) {
        console.error(`  ${readFileSync(join(place, `call-${worker}`), 'utf8').trim()}`)
      }
    }
    rmSync(place, { recursive: true, force: true })
    process.exitCode = code ?? 1
  })
} else {
  await soak(options.child)
}

async function soak(place) {
  const texts = fillPlace(place)
  const shapes = readShapes(join(root, 'index.d.ts'))
  const codes = documentedCodes(join(root, 'index.d.ts'))
  const started = performance.now()
  const share = Math.ceil(calls / workers)
  const state = Array.from({ length: workers }, () => ({ done: 0, memory: { heapUsed: 0, external: 0, arrayBuffers: 0 } }))
  const rows = []
  const sample = () => {
    const sum = (pick) => state.reduce((total, one) => total + pick(one), 0)
    rows.push({
      seconds: (performance.now() - started) / 1000,
      calls: sum((one) => one.done),
      rss: process.memoryUsage().rss,
      heap: sum((one) => one.memory.heapUsed),
      external: sum((one) => one.memory.external),
    })
  }

  const ends = await Promise.all(
    state.map(async (one, index) => {
      const trace = openSync(join(place, `call-${index}`), 'w+')
      const workerData = {
        calls: share, first: Number(options.first) + index * share, seed: Number(options.seed), codes, only: options.only, shapes, texts, trace,
        verbose: options.verbose,
      }
      const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData })
      const end = await new Promise((resolve, reject) => {
        worker.on('error', reject)
        worker.on('message', (message) => {
          if (message.memory) one.memory = message.memory
          if (message.end) return resolve(message)
          one.done = message.done
          if (message.memory && state.every((other) => other.memory.heapUsed > 0)) sample()
        })
      })
      await worker.terminate()
      closeSync(trace)
      return end
    }),
  )
  report(ends, rows, (performance.now() - started) / 1000)
}

function add(total, part) {
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'number') total[key] = (total[key] ?? 0) + value
    else add((total[key] ??= {}), value)
  }
  return total
}

function report(ends, rows, seconds) {
  const counts = ends.reduce((total, { counts }) => add(total, counts), {})
  const failures = ends.flatMap(({ failures }) => failures)
  const made = Object.values(counts.exports).reduce((sum, count) => sum + count, 0)
  console.log(`${made} calls of ${Object.keys(counts.exports).length} exports and methods in ${seconds.toFixed(0)} s, ${workers} workers, seed ${options.seed}`)
  console.log(`returned ${counts.returned}, threw what the caller's code threw ${counts.own}, threw what V8 threw ${counts.engine}`)
  for (const [code, count] of Object.entries(counts.codes).sort()) console.log(`  ${code} ${count}`)
  for (const [message, count] of Object.entries(counts.nodeMessages)) console.log(`    ${message} ${count}`)
  const seldom = Object.entries(counts.exports).sort(([, a], [, b]) => a - b)[0]
  console.log(`the export called least: ${seldom[0]}, ${seldom[1]} times`)

  const mega = (bytes) => Math.round(bytes / 1024 / 1024)
  const shown = rows.filter((_, index) => index % Math.ceil(rows.length / 12) === 0 || index === rows.length - 1)
  console.log('\n| seconds | calls | resident MB | heaps MB | external MB |\n|---|---|---|---|---|')
  for (const row of shown) {
    console.log(`| ${row.seconds.toFixed(0)} | ${row.calls} | ${mega(row.rss)} | ${mega(row.heap)} | ${mega(row.external)} |`)
  }

  const median = (list) => list.map((row) => row.rss).sort((a, b) => a - b)[Math.floor(list.length / 2)]
  const quarter = Math.floor(rows.length / 4)
  // A short run only warms up.
  if (calls >= 200_000) {
    const [early, late] = [median(rows.slice(quarter, 2 * quarter)), median(rows.slice(-quarter))]
    console.log(`\nresident memory, median of the second quarter ${mega(early)} MB, of the last ${mega(late)} MB`)
    if (late > early * 1.25 + 64 * 1024 * 1024) failures.push({ name: 'memory', number: 0, failure: 'it grows' })
  }
  for (const { name, number, failure } of failures) console.error(`FAILED ${name} (call ${number}): ${failure}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
