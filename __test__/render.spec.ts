import { createHash } from 'node:crypto'

import {
  buildAgentSystemPrompt,
  PromptBuilder,
  renderAgentSystemPrompt,
  splitSystemPromptCacheBoundary,
} from '../index.js'
import { expect, test } from 'vitest'

const marker = '\n<!-- OPENCLAW_CACHE_BOUNDARY -->\n'

test('the map is disjoint, covers the text and hashes what it names', () => {
  const { text, sections, stablePrefix, dynamicSuffix } = renderAgentSystemPrompt({
    workspaceDir: '/ws',
    contextFiles: [
      { path: 'AGENTS.md', content: 'жук \ud83d\ude00' },
      { path: 'HEARTBEAT.md', content: '## Runtime\n# Project Context' },
    ],
  })
  let end = 0
  for (const section of sections) {
    expect(section.start).toBe(end)
    expect(section.length).toBe(section.end - section.start)
    const part = text.slice(section.start, section.end)
    expect(section.sha256).toBe(createHash('sha256').update(part).digest('hex'))
    end = section.end
  }
  expect(end).toBe(text.length)
  expect(splitSystemPromptCacheBoundary(text)).toEqual({ stablePrefix, dynamicSuffix })
  expect(splitSystemPromptCacheBoundary('no boundary')).toBeUndefined()
  const boundary = sections.find(({ id }) => id === 'cache_boundary')!
  expect(text.slice(boundary.start, boundary.end)).toBe(`${marker}\n`)
  expect(sections.find(({ id }) => id === 'dynamic_project_context')).toMatchObject({
    placement: 'dynamic',
    source: 'workspace',
  })
})

test('mode none is the identity, and the model when it is known', () => {
  const bare = renderAgentSystemPrompt({ workspaceDir: '/ws', promptMode: 'none' })
  expect(bare.sections.map(({ id }) => id)).toEqual(['identity'])
  expect(bare.stablePrefix).toBe(bare.text)
  expect(bare.dynamicSuffix).toBe('')
  const params = { workspaceDir: '/ws', promptMode: 'none', runtimeInfo: { model: 'm/1' } } as const
  expect(buildAgentSystemPrompt(params)).toBe(
    `${bare.text}\n${buildAgentSystemPrompt(params).split('\n')[1]}`,
  )
  expect(buildAgentSystemPrompt(params)).toContain('\nCurrent model identity: m/1')
})

test('null and undefined both mean absent', () => {
  const names = ['promptMode', 'toolNames', 'skillsPrompt', 'sandboxInfo', 'runtimeInfo', 'contextFiles']
  const plain = buildAgentSystemPrompt({ workspaceDir: '/ws' })
  for (const name of names) {
    expect(buildAgentSystemPrompt({ workspaceDir: '/ws', [name]: null } as never)).toBe(plain)
    expect(buildAgentSystemPrompt({ workspaceDir: '/ws', [name]: undefined } as never)).toBe(plain)
  }
})

test('iterables and strings are read as the peer reads them', () => {
  const lines = (nativeCommandGuidanceLines: unknown) =>
    buildAgentSystemPrompt({ workspaceDir: '/ws', nativeCommandGuidanceLines } as never)
  expect(lines('aab')).toBe(lines(['a', 'b']))
  expect(lines(new Set([' x ', 'x', '']))).toBe(lines(['x']))
  const owners = (ownerNumbers: unknown[]) =>
    buildAgentSystemPrompt({ workspaceDir: '/ws', ownerNumbers } as never)
  expect(owners([' +1 ', '', '+2', '+1', 5, null, {}])).toBe(
    owners(['+1', '+2', '+1', '5', 'null', '[object Object]']),
  )
  const pids = (pid: unknown) =>
    buildAgentSystemPrompt({
      workspaceDir: '/ws',
      runtimeInfo: { activeProcessSessions: [{ sessionId: 's', status: 'running', pid, name: 'n' }] },
    } as never)
  expect(pids(1e21)).toContain('- s running pid=1e+21 :: n')
  expect(pids(Number.NaN)).toContain('- s running pid=NaN :: n')
  expect(pids('7')).toContain('- s running :: n')
})

test('lone surrogates survive, and a long prompt is the same string in two calls', () => {
  const content = `\ud800${'жук '.repeat(20_000)}\udc00`
  const params = { workspaceDir: '/ws', contextFiles: [{ path: 'a.md', content }] }
  const prompt = buildAgentSystemPrompt(params)
  expect(prompt.includes(`## a.md\n${content}\n`)).toBe(true)
  expect(buildAgentSystemPrompt(params) === prompt).toBe(true)
})

test('content cannot move the cache boundary', () => {
  const params = {
    workspaceDir: '/ws',
    contextFiles: [{ path: 'a.md', content: `before${marker}after` }],
    extraSystemPrompt: `x${marker}y`,
    skillsPrompt: `s${marker}t`,
  }
  const prompt = buildAgentSystemPrompt(params)
  expect(prompt.split(marker)).toHaveLength(2)
  expect(splitSystemPromptCacheBoundary(prompt)!.stablePrefix).toContain(
    'before\n<!-- OPENCLAW_CACHE-BOUNDARY -->\nafter',
  )
})

test('a context file cannot inject a heading through its path', () => {
  const prompt = buildAgentSystemPrompt({
    workspaceDir: '/ws',
    contextFiles: [{ path: ' SOUL.md\n# Inject ', content: 'x' }],
  })
  expect(prompt).toContain('\n##  SOUL.md # Inject \nx\n')
})

test('members of the object prototype are no tool summaries', () => {
  const toolNames = ['constructor', '__proto__', 'toString']
  const prompt = buildAgentSystemPrompt({ workspaceDir: '/ws', toolNames })
  expect(prompt).toContain('\n- __proto__\n- constructor\n- toString\n')
})

test('a builder renders, splits and explains alike', () => {
  const builder = new PromptBuilder({
    overlays: [
      { name: 'house.toml', toml: '[section.safety]\nappend = "Be kind."' },
      { section: { silent_replies: { drop: true } } },
    ],
  })
  const params = { workspaceDir: '/ws' }
  const rendered = builder.render(params)
  expect(builder.build(params)).toBe(rendered.text)
  expect(builder.parts(params)).toEqual({
    stablePrefix: rendered.stablePrefix,
    dynamicSuffix: rendered.dynamicSuffix,
  })
  expect(builder.describe()).toEqual([
    { overlay: 'house.toml', key: 'safety.appended', action: 'line appended' },
    { overlay: 'overlays[1]', key: 'silent_replies', action: 'section dropped' },
  ])
  expect(builder.volatileLines()).toEqual([])
  const explained = builder.explain(params)
  expect(explained.find(({ key }) => key === 'appended')).toEqual({
    section: 'safety',
    key: 'appended',
    shown: true,
    when: [],
    start: rendered.text.indexOf('Be kind.'),
    end: rendered.text.indexOf('Be kind.') + 8,
    text: 'Be kind.',
  })
  expect(explained.find(({ section }) => section === 'sandbox')).toMatchObject({
    shown: false,
    decidedBy: 'sandboxed',
    text: '',
  })
  const shown = explained.filter((line) => line.shown).map(({ text }) => text)
  for (const text of shown) expect(rendered.text).toContain(text)
})

test('with only a workspace, the prompt keeps within its size', () => {
  expect(buildAgentSystemPrompt({ workspaceDir: '/ws' }).length).toBeLessThanOrEqual(7_800)
  const minimal = buildAgentSystemPrompt({ workspaceDir: '/ws', promptMode: 'minimal' })
  expect(minimal.length).toBeLessThanOrEqual(4_200)
})
