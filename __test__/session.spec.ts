import {
  describeOperatingSystem,
  hasNativeApprovals,
  normalizeAgentId,
  resolveAgentHeartbeatPrompt,
  resolveAgentModel,
  resolveAgentPromptSurfaceForSessionKey,
  resolveChannelCapabilities,
  resolvePromptModeForSessionKey,
  resolveSessionAgentId,
  resolveSilentReplyPromptMode,
} from '../index.js'
import { expect, test } from 'vitest'

import { thrown } from './support.js'

test('V17: agent ids have one normal form', () => {
  for (const [id, expected] of [
    ['Main', 'main'],
    ['  A B ', 'a-b'],
    ['---', 'main'],
    ['a--b', 'a--b'],
    ['-x-', 'x'],
    ['_x', '_x'],
    ['a.b@c', 'a-b-c'],
    ['日本', 'main'],
    ['a'.repeat(70), 'a'.repeat(64)],
    [null, 'main'],
    [undefined, 'main'],
  ] as const) {
    expect(normalizeAgentId(id)).toBe(expected)
  }
})

test('the explicit agent beats the session key, and that the default agent', () => {
  const config = { agents: { list: [{ id: 'first' }, { id: 'Boss', default: true }] } }
  const sessionKey = 'agent:Ops:main'
  expect(resolveSessionAgentId({ config, agentId: ' X ', sessionKey })).toBe('x')
  expect(resolveSessionAgentId({ config, agentId: ' ', sessionKey })).toBe('ops')
  expect(resolveSessionAgentId({ config, sessionKey: 'cron:j' })).toBe('boss')
  expect(resolveSessionAgentId({})).toBe('main')
  // A rest that starts with a colon is none.
  expect(resolveSessionAgentId({ sessionKey: 'agent:a::x' })).toBe('main')
  expect(resolveSessionAgentId({ sessionKey: 'agent:a: :x' })).toBe('a')
})

test('the model is that of the agent, else that of the defaults', () => {
  const config = {
    agents: { defaults: { model: { primary: 'p/shared' } }, list: [{ id: 'a', model: ' p/own ' }, { id: 'b' }] },
  }
  expect(resolveAgentModel({ config, agentId: 'A' })).toBe('p/own')
  expect(resolveAgentModel({ config, agentId: 'b' })).toBe('p/shared')
  expect(resolveAgentModel({ config: {} })).toBeUndefined()
})

test('V24: mode and surface come from the session key', () => {
  for (const [key, mode, surface] of [
    ['agent:main:cron:j', 'minimal', 'openclaw_main'],
    ['cron:j', 'full', 'openclaw_main'],
    ['SUBAGENT:x', 'minimal', 'subagent'],
    ['agent:main:discord:subagent:q', 'full', 'openclaw_main'],
    ['agent::subagent:x', 'full', 'openclaw_main'],
    ['agent:a:subagent:1:acp:z', 'minimal', 'subagent'],
    ['agent:a:acp:1', 'full', 'acp_backend'],
    ['acp:1', 'full', 'acp_backend'],
    ['', 'full', 'openclaw_main'],
    [null, 'full', 'openclaw_main'],
  ] as const) {
    expect([resolvePromptModeForSessionKey(key), resolveAgentPromptSurfaceForSessionKey(key)], String(key)).toEqual([
      mode,
      surface,
    ])
  }
})

test('V25: the heartbeat prompt follows the policy', () => {
  const granted = (heartbeat: unknown, list?: object[]) => {
    const config = { agents: { defaults: { heartbeat }, list } }
    return resolveAgentHeartbeatPrompt({ config, agentId: 'main' }) !== undefined
  }
  for (const every of ['0m', '', 'soon']) expect(granted({ every }), every).toBe(false)
  for (const every of ['5', '1h30m', null, undefined]) expect(granted({ every }), String(every)).toBe(true)
  const hidden = { includeSystemPromptSection: false }
  expect(granted(hidden)).toBe(false)
  expect(granted(hidden, [{ id: 'main', heartbeat: { includeSystemPromptSection: true } }])).toBe(true)
  expect(
    granted({}, [
      { id: 'main', default: true },
      { id: 'other', heartbeat: {} },
    ]),
  ).toBe(false)
  expect(resolveAgentHeartbeatPrompt({ config: { agents: { defaults: { heartbeat: { prompt: ' p ' } } } } })).toBe('p')
  expect(resolveAgentHeartbeatPrompt({})).toContain('HEARTBEAT_OK')
})

test('the account beats the channel, repeats go, policy comes last', () => {
  const sources = {
    channel: ['lost'],
    account: ['InlineButtons', 'inlinebuttons'],
    plugin: ['Threads', ' '],
    nativeApprovals: true,
    threadboundSubagentSpawn: true,
    threadboundAcpSpawn: true,
  }
  expect(resolveChannelCapabilities(sources)).toEqual([
    'InlineButtons',
    'Threads',
    'nativeApprovals',
    'threadbound-subagent-spawn',
    'threadbound-acp-spawn',
  ])
  expect(resolveChannelCapabilities({})).toEqual([])
})

test('approvals are native on seven channels or by capability', () => {
  for (const channel of ['discord', 'googlechat', 'matrix', 'qqbot', 'slack', 'telegram', ' Signal ']) {
    expect(hasNativeApprovals(channel), channel).toBe(true)
  }
  expect(hasNativeApprovals('irc')).toBe(false)
  expect(hasNativeApprovals(null, ['NativeApprovals'])).toBe(true)
  expect(hasNativeApprovals('irc', [' inlineButtons '])).toBe(true)
  expect(hasNativeApprovals(undefined, null)).toBe(false)
})

test('the silent reply token is explained unless the conversation does it', () => {
  expect(resolveSilentReplyPromptMode({})).toBe('generic')
  expect(resolveSilentReplyPromptMode({ directChatContext: '', groupChatContext: null })).toBe('generic')
  expect(resolveSilentReplyPromptMode({ directChatContext: 'x' })).toBe('none')
  expect(resolveSilentReplyPromptMode({ groupChatContext: 'x' })).toBe('none')
  expect(resolveSilentReplyPromptMode({ sourceReplyDeliveryMode: 'message_tool_only' })).toBe('none')
})

test('the operating system is named as people name it', () => {
  expect(describeOperatingSystem({ type: 'Linux', release: '6.1' })).toBe('Linux 6.1')
  expect(describeOperatingSystem({ type: 'Darwin', release: '24.1', macVersion: '15.1' })).toBe('macOS 15.1')
})

test('wrong arguments name the field', () => {
  for (const [call, message] of [
    [() => normalizeAgentId(5 as never), 'agentId must be a string, not a number'],
    [() => resolvePromptModeForSessionKey({} as never), 'sessionKey must be a string, not an object'],
    [() => resolveSessionAgentId(undefined as never), 'params must be an object, not undefined'],
    [() => resolveAgentModel({} as never), 'params.config is missing'],
    [() => hasNativeApprovals('x', 'y' as never), 'capabilities must be an array, not a string'],
    [() => describeOperatingSystem({ type: 'x' } as never), 'system.release is missing'],
    [
      () => resolveSilentReplyPromptMode({ sourceReplyDeliveryMode: 'x' } as never),
      'params.sourceReplyDeliveryMode must be one of automatic, message_tool_only',
    ],
  ] as const) {
    expect(thrown(call)).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
  }
})
