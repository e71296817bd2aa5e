// Memory over many prompts that all differ: 20,000 calls of a new process that holds nothing but the addon. In half of
// them only the suffix is new, in the other half everything is.
//
//   node benchmark/memory.mjs [--calls N]      prints a line of JSON; fails when memory is not level

import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'

import { turn, workspaceFiles } from './cases.mjs'

const { PromptBuilder } = createRequire(import.meta.url)('../index.js')
const SAMPLES = 40
// What the last quarter of the samples may have more than the second, in megabytes.
const GROWTH = 20

const { calls } = parseArgs({ options: { calls: { type: 'string', default: '20000' } } }).values
const files = workspaceFiles(60_000, 'mixed')
const builder = new PromptBuilder()
const megabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
const start = megabytes()
const samples = []
for (let sample = 0; sample < SAMPLES; sample += 1) {
  for (let call = 0; call < Number(calls) / SAMPLES; call += 1) {
    const number = sample * 1_000_000 + call
    const change = call % 2 ? { context: `Chat number ${number}.` } : { workspaceDir: `/home/ada/w${number}` }
    const prompt = builder.build(turn(files, change))
    if (!prompt.includes(`${number}`)) throw new Error(`call ${number} has the prompt of another`)
  }
  samples.push(megabytes())
}
const highest = (from, to) => Math.max(...samples.slice(from * SAMPLES, to * SAMPLES))
const growth = highest(0.75, 1) - highest(0.25, 0.5)
console.log(JSON.stringify({ calls: Number(calls), start, highest: Math.max(...samples), end: samples.at(-1), growth, samples }))
if (growth > GROWTH) {
  console.error(`memory is not level: ${growth} MB more in the last quarter than in the second`)
  process.exitCode = 1
}
