import { Worker } from 'node:worker_threads'

import { type AgentSystemPromptParams, buildAgentSystemPrompt, PromptBuilder, renderAgentSystemPrompt } from '../index.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { read, root } from './support.js'

// What calls remember may never show: a remembered prompt must be the one that rendering from scratch gives, which
// `render` always does.

const long = (text: string) => text.repeat(400)

const text = fc.constantFrom('', ' ', 'a', 'жук \ud83d\ude00', '\ud800', 'HEARTBEAT.md', long('x '), long(' '), long('жук\n\n\n\n'))
const file = fc.record({
  path: fc.constantFrom('AGENTS.md', 'SOUL.md', 'HEARTBEAT.md', 'a/heartbeat.MD', '', 'x'),
  content: text,
})
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const odd = fc.constantFrom<unknown>(null, undefined, true, false, 0, Number.NaN, 5, 'text', [], {})

const params = fc.record(
  {
    workspaceDir: fc.constantFrom('/a', '/b'),
    promptMode: fc.constantFrom('full', 'minimal', 'none', 'weird'),
    toolNames: fc.subarray(['read', 'exec', 'message', 'sessions_spawn', 'sessions_yield', 'Zeta']),
    acpEnabled: odd,
    skillsPrompt: maybe(text),
    contextFiles: fc.array(file, { maxLength: 3 }),
    extraSystemPrompt: maybe(text),
    heartbeatPrompt: maybe(text),
    ttsHint: maybe(text),
    nativeCommandGuidanceLines: fc.constantFrom<unknown>(undefined, 'ab', ['a'], new Set(['a', 'b'])),
    toolSummaries: fc.constantFrom<unknown>(undefined, {}, { zeta: 'z' }, 'ab'),
    ownerNumbers: fc.array(odd, { maxLength: 2 }),
    reasoningLevel: odd,
    reactionGuidance: fc.constantFrom<unknown>(undefined, true, { level: 'minimal', channel: 'x' }),
    promptContribution: maybe(fc.record({ dynamicSuffix: maybe(text), stablePrefix: maybe(text) })),
    runtimeInfo: maybe(
      fc.record({
        sessionKey: fc.constantFrom('agent:a:main', 'agent:b:main', undefined),
        model: fc.constantFrom('m/1', 'm/2', undefined),
        channel: fc.constantFrom('telegram', 'discord', 'webchat', undefined),
        capabilities: fc.subarray(['threadbound-acp-spawn', 'inlineButtons', 'richText']),
      }),
    ),
  },
  { requiredKeys: ['workspaceDir'] },
) as fc.Arbitrary<unknown> as fc.Arbitrary<AgentSystemPromptParams>

const fixtures = 'crates/core/tests/fixtures'
const builders: [string, PromptBuilder][] = [
  ['the shipped definition', new PromptBuilder()],
  [
    'a definition whose stable prefix asks about the channel',
    new PromptBuilder({ overlays: [{ name: 's', toml: read(`${fixtures}/synthetic-2026.7.1.toml`) }] }),
  ],
  [
    'a definition that prints the model above the boundary',
    new PromptBuilder({ overlays: [{ section: { safety: { append: 'Model {model}.' } } }] }),
  ],
  [
    'a definition that prints skills below the boundary',
    new PromptBuilder({ overlays: [{ section: { skills: { move: { to_end_of: 'dynamic' } } } }] }),
  ],
]

describe.each(builders)('%s', (_, builder) => {
  test('gives the same prompt and the same halves whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(params, { minLength: 2, maxLength: 8 }), (calls) => {
        for (const call of [...calls, ...calls]) {
          const fresh = builder.render(call)
          expect(builder.build(call)).toBe(fresh.text)
          const { stablePrefix, dynamicSuffix } = fresh
          expect(builder.parts(call)).toEqual({ stablePrefix, dynamicSuffix })
        }
      }),
      { numRuns: 250 },
    )
  })
})

test('builders have memories of their own, and classes made from the builder have the builder\'s', () => {
  const overlays = (append: string) => ({ overlays: [{ section: { safety: { append } } }] })
  class Own extends PromptBuilder {}
  const builders = [new PromptBuilder(), new PromptBuilder(overlays('One.')), new Own(overlays('Two.'))]
  for (let round = 0; round < 3; round += 1) {
    const prompts = builders.map((builder) => builder.build({ workspaceDir: '/ws' }))
    expect(prompts).toEqual(builders.map((builder) => builder.render({ workspaceDir: '/ws' }).text))
    expect(new Set(prompts).size).toBe(3)
    expect(prompts[0]).toBe(buildAgentSystemPrompt({ workspaceDir: '/ws' }))
  }
  for (const other of [undefined, null, 5, {}, Object.create(builders[0]!)]) {
    for (const method of ['build', 'parts'] as const) {
      const call = () => Reflect.apply(PromptBuilder.prototype[method], other, [{ workspaceDir: '/ws' }])
      expect(call).toThrow(new TypeError('Illegal invocation'))
    }
  }
})

test('an object that is changed in place is seen', () => {
  const call = { workspaceDir: '/ws', toolNames: ['read'], runtimeInfo: { capabilities: ['a'], channel: 'irc' } }
  const before = buildAgentSystemPrompt(call)
  call.toolNames.push('exec')
  call.runtimeInfo.capabilities[0] = 'b'
  const after = buildAgentSystemPrompt(call)
  expect(after).not.toBe(before)
  expect(after).toBe(renderAgentSystemPrompt(call).text)
})

test('a getter runs once in a call, and what it gave is what counts', () => {
  let calls = 0
  const call = {
    workspaceDir: '/ws',
    get extraSystemPrompt() {
      calls += 1
      return `context ${calls}`
    },
  }
  for (const round of [1, 2, 3]) {
    expect(buildAgentSystemPrompt(call)).toContain(`\n## Group Chat Context\ncontext ${round}\n`)
  }
})

test('a call within a getter of another call does no harm', () => {
  const inner = { workspaceDir: '/inner' }
  const call = {
    workspaceDir: '/outer',
    get ttsHint() {
      return `${buildAgentSystemPrompt(inner).length}`
    },
  }
  const prompt = buildAgentSystemPrompt(call)
  expect(prompt).toContain(`\n## Voice (TTS)\n${buildAgentSystemPrompt(inner).length}\n`)
  expect(buildAgentSystemPrompt(call)).toBe(prompt)
  expect(buildAgentSystemPrompt(inner)).toBe(renderAgentSystemPrompt(inner).text)
})

test('a call that failed leaves nothing behind', () => {
  const good = { workspaceDir: '/ws', ttsHint: 'a' }
  const expected = renderAgentSystemPrompt(good).text
  expect(() => buildAgentSystemPrompt({ ...good, ttsHint: 5 } as never)).toThrow('ttsHint')
  expect(buildAgentSystemPrompt(good)).toBe(expected)
})

const megabytes = () => process.memoryUsage().rss / 2 ** 20

test('memory stays level over 20,000 changed calls', () => {
  const content = long('level '.repeat(25))
  const call = (round: number) =>
    buildAgentSystemPrompt({
      workspaceDir: '/ws',
      contextFiles: [{ path: 'AGENTS.md', content }],
      extraSystemPrompt: `turn ${round}`,
      runtimeInfo: { sessionKey: `agent:main:${round % 100}` },
    })
  for (let round = 0; round < 10_000; round += 1) call(round)
  const before = megabytes()
  for (let round = 10_000; round < 20_000; round += 1) call(round)
  expect(megabytes() - before).toBeLessThan(60)
})

test('a worker that ends takes what it remembered with it', async () => {
  const code = `
    const { buildAgentSystemPrompt } = require(${JSON.stringify(root)})
    const content = 'worker '.repeat(20_000)
    for (let round = 0; round < 20; round += 1) {
      buildAgentSystemPrompt({ workspaceDir: '/ws/' + round, contextFiles: [{ path: 'a', content }] })
    }`
  const cycle = () =>
    new Promise<void>((resolve, reject) => {
      new Worker(code, { eval: true }).once('exit', () => resolve()).once('error', reject)
    })
  for (let round = 0; round < 15; round += 1) await cycle()
  const before = megabytes()
  for (let round = 0; round < 60; round += 1) await cycle()
  // Sixty workers that kept their prompts would hold some 300 MB.
  expect(megabytes() - before).toBeLessThan(100)
})
