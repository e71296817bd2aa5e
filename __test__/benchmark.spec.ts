// What the benchmark measures with, without the gateway: the control's memory, the goals, the README's figures.
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

import { buildAgentSystemPrompt } from '../index.js'

const load = (name: string) => import(new URL(`../benchmark/${name}.mjs`, import.meta.url).href)
const { remembering } = await load('control')
const { changes, turn, workspaceFiles } = await load('cases')
const { percentile, spread } = await load('statistics')
const { measuredSection } = await load('readme')

const files = workspaceFiles(3_000, 'mixed')

test('the control calls its builder once for equal parameters, whatever objects they are in', () => {
  const build = vi.fn(() => 'a prompt')
  const control = remembering(build)
  for (const strings of ['same', 'sliced', 'flat', 'same']) {
    // Trimmed contents are other contents than those with a line feed at the end.
    const trimmed = files.map(({ path, content }: { path: string; content: string }) => ({ path, content: content.trimEnd() }))
    expect(control(turn(trimmed, { strings }))).toBe('a prompt')
  }
  expect(build).toHaveBeenCalledTimes(1)
})

test('the control calls its builder for every change that the benchmark makes', () => {
  const sessions = Array.from({ length: 64 }, (_, number) => workspaceFiles(3_000, 'mixed', number))
  const build = vi.fn(buildAgentSystemPrompt)
  const control = remembering(build)
  for (const [name, parameters] of Object.entries<(round: number) => object>(changes(files, sessions))) {
    for (let round = 0; round < 3; round += 1) {
      const params = parameters(round)
      expect(control(params), name).toBe(buildAgentSystemPrompt(params as never))
    }
  }
  // One for each of `same` and `sliced`, two more of suffixes, three each of edits, workspaces and sessions.
  expect(build.mock.calls.length).toBeGreaterThanOrEqual(12)
})

test('the control reads every parameter that the schema has', () => {
  const schema = readFileSync(new URL('../crates/core/src/prompt/schema.rs', import.meta.url), 'utf8')
  const params = schema.slice(schema.indexOf('    RawParams {'), schema.indexOf('    /// The sandbox of a run.'))
  const names = [...params.matchAll(/ "(\w+)"\s+Kind/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(35)
  const read = new Set<string>()
  const watched = new Proxy({}, { get: (_, name) => (read.add(String(name)), undefined) })
  remembering(() => 'a prompt')(watched)
  expect([...read].sort()).toEqual([...names].sort())
})

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 101 }, (_, index) => (100 - index) * 1_000)
  expect([0.1, 0.5, 0.99].map((share) => percentile(values, share))).toEqual([10_000, 50_000, 99_000])
  expect(spread(values)).toEqual({ p10: 10, p50: 50, p99: 99, mean: 50 })
})

test('the README has the figures of the last stored run', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(`\n${measuredSection()}\n`)
})
