import { checkGatewayConfigMutation, type ConfigMutationRequest } from '../index.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { thrown } from './support.js'

const patch = (currentConfig: object, proposed: unknown, more: Partial<ConfigMutationRequest> = {}) =>
  checkGatewayConfigMutation({ action: 'patch', currentConfig, proposed, ...more })
const apply = (currentConfig: object, proposed: unknown) =>
  checkGatewayConfigMutation({ action: 'apply', currentConfig, proposed })

describe('V29: the exec approval settings cannot be changed', () => {
  test.each<[string, object, unknown, string[]]>([
    ['ask', {}, { tools: { exec: { ask: 'off' } } }, ['tools.exec.ask']],
    ['security', {}, { tools: { exec: { security: 'full' } } }, ['tools.exec.security']],
    ['the legacy spelling', {}, { tools: { bash: { security: 'full' } } }, ['tools.exec.security']],
    ['the legacy object alone', {}, { tools: { bash: {} } }, ['tools.bash']],
    ['a key with dots', {}, { 'tools.bash.ask': 'off' }, ['tools.exec.ask']],
    [
      'a deletion',
      { tools: { exec: { ask: 'on', security: 'deny' } } },
      { tools: { exec: null } },
      ['tools.exec.ask', 'tools.exec.security'],
    ],
    ['of everything around', { tools: { exec: { ask: 'on' } } }, { tools: null }, ['tools.exec.ask']],
    [
      'at an agent',
      { agents: { list: [{ id: 'a' }] } },
      { agents: { list: [{ id: 'a', tools: { exec: { ask: 'off' } } }] } },
      ['agents.list[].tools.exec.ask'],
    ],
  ])('%s', (_, current, proposed, protectedPaths) => {
    const verdict = patch(current, proposed)
    expect(verdict).toMatchObject({ allowed: false, reason: 'protected-paths', protectedPaths, dangerousFlags: [] })
    expect(verdict.message).toContain(protectedPaths.join(', '))
  })
})

test('V29: agents are compared by id', () => {
  const list = [{ id: 'a', workspace: '/a' }]
  expect(patch({ agents: { list } }, { agents: { list: [{ id: 'b', model: 'm' }] } }).allowed).toBe(true)
  expect(apply({ agents: { list } }, { agents: { list: [] } }).protectedPaths).toEqual(['agents.list[].workspace'])
  const two = [...list, { id: 'b', model: 'm' }]
  expect(apply({ agents: { list: two } }, { agents: { list: [{ id: 'b', model: 'm' }] } }).protectedPaths).toEqual([
    'agents.list[].workspace',
  ])
  const twice = [{ id: 'a' }, { id: 'a' }]
  expect(apply({ agents: { list } }, { agents: { list: twice } }).protectedPaths).toEqual(['agents.list'])
  const replaced = patch(
    { agents: { list: two } },
    { agents: { list: [{ id: 'b' }] } },
    { replacePaths: ['agents.list'] },
  )
  expect(replaced.protectedPaths).toEqual(['agents.list[].workspace'])
})

test('V29: harmless paths may change, a write that changes nothing may too', () => {
  expect(patch({}, { channels: { a: { b: { c: { d: { requireMention: true } } } } } }).allowed).toBe(true)
  expect(patch({}, { channels: { a: { b: { c: { d: { e: { f: { requireMention: true } } } } } } } }).allowed).toBe(
    false,
  )
  expect(
    patch({}, { messages: { visibleReplies: 'automatic' }, agents: { defaults: { thinkingDefault: 'high' } } }).allowed,
  ).toBe(true)
  const current = { tools: { exec: { ask: 'on', n: 1, f() {}, u: undefined } } }
  expect(apply(current, { tools: { exec: { ask: 'on', n: 1 } } })).toEqual({
    allowed: true,
    protectedPaths: [],
    dangerousFlags: [],
  })
})

test('a dangerous flag may not become enabled, not even below an allowed path', () => {
  const agents = (workspaceOnly: boolean) => ({
    agents: { list: [{ id: 'a', model: 'm', tools: { fs: { workspaceOnly } } }] },
  })
  expect(patch(agents(true), agents(false)).reason).toBe('protected-paths')
  const declaredFlags = [{ pluginId: 'p', path: 'danger', equals: true }]
  const config = (danger: boolean) => ({
    messages: { visibleReplies: 'x' },
    plugins: { entries: { p: { config: { danger } } } },
  })
  expect(apply(config(false), config(true)).protectedPaths).toEqual(['plugins.entries.p.config.danger'])
  expect(patch(config(true), { messages: { visibleReplies: 'y' } }, { declaredFlags }).allowed).toBe(true)
})

test('a proposal may be JSON5 text', () => {
  expect(patch({}, "{messages: {visibleReplies: 'x'}, /* fine */}").allowed).toBe(true)
  expect(patch({}, '{tools: {bash: {ask: 1}}}').protectedPaths).toEqual(['tools.exec.ask'])
  expect(patch({}, '[]')).toMatchObject({ allowed: false, reason: 'not-an-object' })
  expect(patch({}, 5)).toMatchObject({ allowed: false, reason: 'not-an-object' })
  const error = thrown(() => patch({}, '{\n secret 5}'))
  expect(error.code).toBe('ERR_CONFIG_SYNTAX')
  expect(error.message).toMatch(/^proposed:2:\d+: .+; it must be JSON5$/)
})

test('wrong arguments name the field', () => {
  for (const [request, message] of [
    [undefined, 'request must be an object, not undefined'],
    [{}, 'request.action is missing'],
    [{ action: 'config.apply' }, 'request.action must be one of apply, patch'],
    [{ action: 'apply', currentConfig: 5 }, 'request.currentConfig must be an object, not a number'],
    [{ action: 'apply', currentConfig: {} }, 'request.proposed is missing'],
    [
      { action: 'apply', currentConfig: {}, proposed: {}, more: 1 },
      expect.stringMatching(/^request\.more is not a known key/),
    ],
    [
      { action: 'apply', currentConfig: {}, proposed: {}, replacePaths: 'x' },
      'request.replacePaths must be an array, not a string',
    ],
  ] as const) {
    expect(thrown(() => checkGatewayConfigMutation(request as never))).toEqual({
      code: 'ERR_INVALID_PARAMETER',
      message,
    })
  }
})

/** Leaves of a config by path, as the guard's documentation describes them, written down plainly. */
function leaves(value: unknown, path: string, found: Map<string, unknown[]>) {
  const isIdList =
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value.map((entry) => entry?.id)).size === value.length &&
    value.every((entry) => typeof entry?.id === 'string' && entry.id !== '')
  if (isIdList) {
    for (const entry of value) leaves(entry, `${path}[${entry.id}]`, found)
  } else if (value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0) {
    for (const [key, member] of Object.entries(value)) leaves(member, path ? `${path}.${key}` : key, found)
  } else {
    found.set(path, [...(found.get(path) ?? []), value])
  }
}

/** The changed leaves, ids taken out of the paths. */
function changedLeaves(current: object, next: object): string[] {
  const [before, after] = [new Map<string, unknown[]>(), new Map<string, unknown[]>()]
  leaves(current, '', before)
  leaves(next, '', after)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const changed = paths.filter((path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)))
  const named = changed.map((path) => path.replace(/\[[^\]]*\]/g, '[]').replace(/^tools\.bash\./, 'tools.exec.'))
  return [...new Set(named)].sort()
}

const ALLOWED = [
  /^agents\.defaults\.(thinkingDefault|subagents\.thinking|reasoningDefault|fastModeDefault)(\.|$)/,
  /^agents\.list\[\]\.(id|model|thinkingDefault|subagents\.thinking|reasoningDefault|fastModeDefault)(\.|$)/,
  /^channels(\.[^.]*){1,5}\.requireMention(\.|$)/,
  /^messages\.(visibleReplies|groupChat\.(visibleReplies|unmentionedInbound))(\.|$)/,
]

/** Configs whose agents keep the same ids, so that every change is one of a leaf. */
const leaf = fc.constantFrom<unknown>('a', 'b', 1, true, 0.5)
const record = (keys: string[], value: fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: keys })
const config = fc.record({
  tools: record(['exec', 'bash', 'elevated'], record(['ask', 'security', 'x'], leaf)),
  agents: fc.record({
    defaults: record(['thinkingDefault', 'model', 'fastModeDefault'], leaf),
    list: fc.tuple(
      ...['a', 'b'].map((id) =>
        record(['model', 'workspace', 'thinkingDefault'], leaf).map((entry) => ({ id, ...entry })),
      ),
    ),
  }),
  channels: record(['x'], record(['requireMention', 'other'], leaf)),
  messages: record(['visibleReplies', 'other'], leaf),
})

test('1,000 generated replacements agree with a comparison leaf by leaf', () => {
  fc.assert(
    fc.property(config, config, (current, next) => {
      const expected = changedLeaves(current, next).filter((path) => !ALLOWED.some((pattern) => pattern.test(path)))
      const verdict = apply(current, next)
      expect(verdict.protectedPaths).toEqual(expected)
      expect(verdict.allowed).toBe(expected.length === 0)
    }),
    { numRuns: 1_000, seed: 5 },
  )
})

test('1,000 generated patches agree with a comparison leaf by leaf', () => {
  const merged = (base: unknown, change: unknown): unknown => {
    if (Array.isArray(base) && Array.isArray(change))
      return base.map((entry) => merged(entry, change.find(({ id }) => id === entry.id) ?? {}))
    if (change === null || typeof change !== 'object' || Array.isArray(change)) return change
    const out: Record<string, unknown> = base !== null && typeof base === 'object' ? { ...base } : {}
    for (const [key, value] of Object.entries(change)) {
      if (value === null) delete out[key]
      else out[key] = merged(out[key], value)
    }
    return out
  }
  fc.assert(
    fc.property(
      config,
      config,
      fc.subarray(['tools', 'agents', 'channels', 'messages'] as const),
      (current, other, keys) => {
        const proposed = Object.fromEntries(keys.map((key) => [key, other[key]]))
        const next = merged(current, proposed) as object
        const expected = changedLeaves(current, next).filter((path) => !ALLOWED.some((pattern) => pattern.test(path)))
        expect(patch(current, proposed).protectedPaths).toEqual(expected)
      },
    ),
    { numRuns: 1_000, seed: 5 },
  )
})
