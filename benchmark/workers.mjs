// Memory over many worker threads that load the addon, build a few prompts and end. Next to it the same threads
// without the addon, since Node itself keeps something of every worker for a while.
//
//   node benchmark/workers.mjs [--cycles N]      prints a line of JSON; fails when memory grows

import { parseArgs } from 'node:util'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, workerData } from 'node:worker_threads'

const HERE = fileURLToPath(import.meta.url)
// What the second half may have more than the first, in kilobytes a cycle, beyond what Node's own threads leave. A
// prompt that is never let go is ten times as much.
const GROWTH = 16

const options = { cycles: { type: 'string', default: '1000' }, without: { type: 'boolean', default: false } }

if (!isMainThread) {
  if (!workerData.without) await build()
} else {
  const { values } = parseArgs({ options })
  const own = await cycle(Number(values.cycles), values.without)
  if (values.without) console.log(JSON.stringify(own))
  else report(own, values.cycles)
}

async function build() {
  const { turn, workspaceFiles } = await import('./cases.mjs')
  const { buildAgentSystemPrompt } = createRequire(import.meta.url)('../index.js')
  const files = workspaceFiles(60_000, 'mixed')
  for (let call = 0; call < 4; call += 1) {
    const prompt = buildAgentSystemPrompt(turn(files, { context: `Chat ${call}.` }))
    if (!prompt.includes(`Chat ${call}.`)) throw new Error('a prompt of another call')
  }
}

async function cycle(cycles, without) {
  const samples = []
  for (let number = 1; number <= cycles; number += 1) {
    await new Promise((resolve, reject) => {
      const worker = new Worker(HERE, { workerData: { without } })
      worker.on('error', reject).on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))))
    })
    if (number % Math.ceil(cycles / 20) === 0) samples.push(Math.round(process.memoryUsage.rss() / 2 ** 20))
  }
  const half = samples.length >> 1
  const growth = ((Math.max(...samples.slice(half)) - Math.max(...samples.slice(2, half))) * 1024) / (cycles / 2)
  return { cycles, growth: Math.round(growth * 10) / 10, samples }
}

function report(own, cycles) {
  const { stdout } = spawnSync(process.execPath, [HERE, '--without', '--cycles', cycles], { encoding: 'utf8' })
  const node = JSON.parse(stdout)
  console.log(JSON.stringify({ ...own, withoutAddon: node }))
  if (own.growth - Math.max(0, node.growth) > GROWTH) {
    console.error(`memory grows by ${own.growth} KB with each worker; without the addon by ${node.growth}`)
    process.exitCode = 1
  }
}
