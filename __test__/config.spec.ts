import { createHmac, createHash } from 'node:crypto'

import {
  type AgentPromptSettings,
  buildAgentSystemPrompt,
  buildConfiguredAgentSystemPrompt,
  resolveAgentSystemPromptConfig,
  resolveConfiguredPromptParams,
} from '../index.js'
import { describe, expect, test } from 'vitest'

import { thrown } from './support.js'

const base = { workspaceDir: '/ws' }
const nothing: AgentPromptSettings = {
  subagentDelegationMode: 'suggest',
  modelAliasLines: [],
  fsWorkspaceOnly: false,
}
/** What the config says that an empty one does not. */
const said = (config: object, agentId?: string, ttsPreferences?: object) => {
  const settings = resolveAgentSystemPromptConfig({ config, agentId, ttsPreferences } as never)
  return Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => {
      return JSON.stringify(value) !== JSON.stringify(nothing[key as keyof AgentPromptSettings])
    }),
  )
}

const owners = (ownerDisplay: unknown, ownerDisplaySecret: unknown) => ({
  commands: { ownerDisplay, ownerDisplaySecret },
})
const delegation = (own: unknown, shared: unknown) => ({
  agents: {
    defaults: { subagents: { delegationMode: shared } },
    list: [{ id: 'A', subagents: { delegationMode: own } }],
  },
})
const workspaceOnly = (own: unknown, global: unknown) => ({
  tools: { fs: { workspaceOnly: global } },
  agents: { list: [{ id: 'A', tools: { fs: { workspaceOnly: own } } }] },
})
const speech = (own: unknown, global: unknown) => ({
  messages: { tts: { auto: global } },
  agents: { list: [{ id: 'A', tts: { auto: own } }] },
})
const SPEAKS = { ttsHint: expect.any(String) }

describe('every field has its precedence', () => {
  test.each<[string, object, string | undefined, object, object?]>([
    ['no setting', {}, undefined, {}],
    [
      'the secret counts in hash mode and is trimmed',
      owners('hash', ' s '),
      undefined,
      { ownerDisplay: 'hash', ownerDisplaySecret: 's' },
    ],
    ['a blank secret is none', owners('hash', ' '), undefined, { ownerDisplay: 'hash' }],
    ['HASH is not hash', owners('HASH', 's'), undefined, { ownerDisplay: 'HASH' }],
    ['raw has no secret', owners('raw', 's'), undefined, { ownerDisplay: 'raw' }],
    ['the agent delegates', delegation('prefer', 'suggest'), ' a ', { subagentDelegationMode: 'prefer' }],
    ['the agent beats the defaults', delegation('suggest', 'prefer'), 'a', {}],
    [
      'null at the agent leaves it to the defaults',
      delegation(null, 'prefer'),
      'a',
      { subagentDelegationMode: 'prefer' },
    ],
    ['undefined does too', delegation(undefined, 'prefer'), 'a', { subagentDelegationMode: 'prefer' }],
    [
      'without an agent only the defaults count',
      delegation('suggest', 'prefer'),
      undefined,
      { subagentDelegationMode: 'prefer' },
    ],
    ['an empty agent is none', { agents: { list: [{ id: 'main', subagents: { delegationMode: 'prefer' } }] } }, '', {}],
    [
      'a blank agent is main',
      { agents: { list: [{ id: 'main', subagents: { delegationMode: 'prefer' } }] } },
      ' ',
      { subagentDelegationMode: 'prefer' },
    ],
    ['another agent has the defaults', delegation('suggest', 'prefer'), 'other', { subagentDelegationMode: 'prefer' }],
    ['the agent is confined', workspaceOnly(true, false), 'a', { fsWorkspaceOnly: true }],
    ['the agent is free', workspaceOnly(false, true), 'a', {}],
    ['the global switch confines', workspaceOnly(null, true), 'a', { fsWorkspaceOnly: true }],
    ['only true confines', workspaceOnly(undefined, 1), 'a', {}],
    ['citations are as written', { memory: { citations: 'off' } }, undefined, { memoryCitationsMode: 'off' }],
    ['the agent speaks', speech('always', 'off'), 'a', SPEAKS],
    ['the agent is silent', speech('off', 'always'), 'a', {}],
    ['without an agent the global speech counts', speech('off', 'always'), undefined, SPEAKS],
    ['the stored preference beats both', speech('always', 'always'), 'a', {}, { auto: 'off' }],
    ['the stored preference turns speech on', {}, undefined, SPEAKS, { enabled: true }],
  ])('%s', (_, config, agentId, expected, preferences) => {
    expect(said(config, agentId, preferences)).toEqual(expected)
  })

  test('without a config everything has its default', () => {
    expect(resolveAgentSystemPromptConfig({})).toEqual(nothing)
    expect(resolveAgentSystemPromptConfig({ config: null, agentId: null, locale: null })).toEqual(nothing)
  })
})

test('alias lines are sorted as the locale sorts', () => {
  const aliases = ['gpt', 'Zed', 'élan', 'eagle', 'Eagle', '_u', '10', '2', '-d', 'a', 'A', 'ä', 'z']
  const models = Object.fromEntries(aliases.map((alias) => [`m/${alias}`, { alias: ` ${alias} ` }]))
  const order = (locale: string) => {
    const config = { agents: { defaults: { models } } }
    const lines = resolveAgentSystemPromptConfig({ config, locale }).modelAliasLines
    return lines.map((line) => line.slice(2).split(':')[0]).join(' ')
  }
  expect(order('en-US')).toBe('_u -d 10 2 a A ä eagle Eagle élan gpt z Zed')
  expect(order('sv-SE')).toBe('_u -d 10 2 a A eagle Eagle élan gpt z Zed ä')
})

describe('the config wins and says what was lost', () => {
  const caller = {
    ...base,
    ttsHint: 'speak slowly',
    ownerDisplay: 'hash' as const,
    fsWorkspaceOnly: true,
    subagentDelegationMode: 'suggest' as const,
    memoryCitationsMode: null,
  }

  test('an empty config erases', () => {
    const { params, overwritten } = resolveConfiguredPromptParams({ ...caller, config: {} })
    expect(overwritten).toEqual(['ownerDisplay', 'ttsHint', 'fsWorkspaceOnly'])
    expect(params).toEqual({ ...base, ...nothing })
  })

  test('with configWins false the caller stays and the config fills the rest', () => {
    const config = { memory: { citations: 'on' }, messages: { tts: { auto: 'always' } } }
    const { params, overwritten } = resolveConfiguredPromptParams({ ...caller, config, configWins: false })
    expect(overwritten).toEqual([])
    expect(params).toEqual({ ...caller, modelAliasLines: [], memoryCitationsMode: 'on' })
  })

  test('without a config nothing changes', () => {
    const given = { ...caller, runtimeInfo: { model: 'm' } }
    const { params, overwritten } = resolveConfiguredPromptParams({ ...given, agentId: 'main' })
    expect(overwritten).toEqual([])
    expect(params).toEqual(given)
    expect(params.runtimeInfo).toBe(given.runtimeInfo)
  })

  test('the built prompt is that of the resolved parameters', () => {
    const config = {
      commands: { ownerDisplay: 'hash', ownerDisplaySecret: 'k' },
      agents: { defaults: { models: { 'a/b': { alias: 'fast' } }, subagents: { delegationMode: 'prefer' } } },
      messages: { tts: { auto: 'always' } },
    }
    const given = { ...caller, ownerNumbers: ['+1'], toolNames: ['sessions_spawn', 'read'] }
    for (const configWins of [true, false, null, undefined]) {
      const params = { ...given, config, configWins } as never
      const prompt = buildConfiguredAgentSystemPrompt(params)
      expect(prompt).toBe(buildAgentSystemPrompt(resolveConfiguredPromptParams(params).params))
      expect(prompt.includes('speak slowly')).toBe(configWins === false)
      expect(prompt).toContain('- fast: a/b')
    }
    expect(buildConfiguredAgentSystemPrompt(given)).toBe(buildAgentSystemPrompt(given))
  })
})

test('what changed since an equal call is in the prompt, also when it changed in place', () => {
  const config = { commands: { ownerDisplay: 'raw', ownerDisplaySecret: 'k' }, agents: { list: [{ id: 'a' }] }, memory: {} }
  const params = { ...base, ownerNumbers: ['+1'], toolNames: ['sessions_spawn', 'memory_search'], config } as Record<string, any>
  const changes = [
    () => { config.commands.ownerDisplay = config.commands.ownerDisplay === 'raw' ? 'hash' : 'raw' },
    () => { config.agents.list[0] = { id: 'a', subagents: { delegationMode: 'prefer' } } as never },
    () => { config.memory = { citations: 'off' } },
    () => { params.agentId = params.agentId === 'a' ? 'b' : 'a' },
    () => { params.configWins = !params.configWins },
    () => { params.ttsHint = 'speak slowly' },
    () => { params.ttsPreferences = { auto: 'always' } },
    () => { params.ownerNumbers.push('+2') },
    () => { params.extraSystemPrompt = 'You are in a chat.' },
    () => { params.config = undefined },
    () => { params.config = config },
    () => { params.locale = 'sv' },
  ]
  const seen = new Set<string>()
  for (const change of [...changes, ...changes]) {
    change()
    const expected = buildAgentSystemPrompt(resolveConfiguredPromptParams(params as never).params)
    for (let again = 0; again < 2; again += 1) expect(buildConfiguredAgentSystemPrompt(params as never)).toBe(expected)
    seen.add(expected)
  }
  expect(seen.size).toBeGreaterThan(8)
})

test('B040: owners are shown as they are, or as 12 digits of a hash, in order and with repeats', () => {
  const number = '+15550001111'
  const shown = (commands: object) => {
    const prompt = buildConfiguredAgentSystemPrompt({
      ...base,
      ownerNumbers: [number, ' ', number],
      config: { commands },
    })
    return prompt.match(/\+15550001111|\b[0-9a-f]{12}\b/g)
  }
  const plain = createHash('sha256').update(number).digest('hex').slice(0, 12)
  const keyed = createHmac('sha256', 'k').update(number).digest('hex').slice(0, 12)
  expect([plain, keyed]).toEqual(['7a8e1bad4241', 'ca3de4a799ee'])
  expect(shown({ ownerDisplay: 'hash', ownerDisplaySecret: ' ' })).toEqual([plain, plain])
  expect(shown({ ownerDisplay: 'hash', ownerDisplaySecret: ' k ' })).toEqual([keyed, keyed])
  for (const ownerDisplay of ['raw', 'HASH', undefined]) {
    expect(shown({ ownerDisplay, ownerDisplaySecret: 'k' })).toEqual([number, number])
  }
})

test('B040: without owners and in minimal mode nothing about senders is shown', () => {
  const config = { commands: { ownerDisplay: 'hash' } }
  const heading = '## Authorized Senders'
  const build = (params: object) => buildConfiguredAgentSystemPrompt({ ...base, config, ...params })
  expect(build({ ownerNumbers: ['u'] })).toContain(heading)
  expect(build({ ownerNumbers: [] })).not.toContain(heading)
  expect(build({ ownerNumbers: ['u'], promptMode: 'minimal' })).not.toContain(heading)
})

describe('a config may hold anything', () => {
  test('undefined, functions, symbols, dates and class instances do no harm', () => {
    class Config {
      commands = { ownerDisplay: 'hash', ownerDisplaySecret: undefined, reload() {} }
      agents = { list: [undefined, () => {}, { id: 'a', subagents: { delegationMode: 'prefer' } }] }
      started = new Date(0)
      big = 5n
      limits = [Number.NaN, Number.POSITIVE_INFINITY, -0, 1.5]
    }
    const config = Object.assign(new Config(), { [Symbol('x')]: 1, symbol: Symbol('y') })
    expect(said(config, 'a')).toEqual({ ownerDisplay: 'hash', subagentDelegationMode: 'prefer' })
    const bare = Object.assign(Object.create(null), { memory: { citations: 'off' } })
    expect(said(bare)).toEqual({ memoryCitationsMode: 'off' })
    const hostile = JSON.parse(
      '{"__proto__": {"memory": {"citations": "off"}}, "agents": {"list": [{"__proto__": 5}]}}',
    )
    expect(said(hostile, 'a')).toEqual({})
  })

  test('values of a wrong type count as absent', () => {
    expect(said({ commands: 5, agents: [], memory: { citations: 5 }, tools: 'x', messages: null }, 'a')).toEqual({})
  })

  test('a config that contains itself is an error, not a crash', () => {
    const config: Record<string, unknown> = { messages: { tts: {} } }
    config['channels'] = config
    expect(said(config)).toEqual({})
    config['messages'] = { tts: config }
    expect(thrown(() => resolveAgentSystemPromptConfig({ config }))).toEqual({
      code: 'ERR_INVALID_PARAMETER',
      message: 'config is nested deeper than 100 levels',
    })
  })

  test('an exception of a getter reaches the caller unchanged', () => {
    const config = {
      get agents() {
        throw new RangeError('mine')
      },
    }
    expect(() => resolveAgentSystemPromptConfig({ config })).toThrow(new RangeError('mine'))
  })

  test('half a surrogate pair in a config becomes U+FFFD, in a parameter it stays', () => {
    const config = { agents: { defaults: { models: { 'a/b': { alias: 'x\ud800' } } } } }
    expect(resolveAgentSystemPromptConfig({ config }).modelAliasLines).toEqual(['- x\ufffd: a/b'])
    const { params } = resolveConfiguredPromptParams({ workspaceDir: '/w\ud800', config })
    expect(params.workspaceDir).toBe('/w\ud800')
  })
})

test('wrong arguments name the field and never show a value', () => {
  const secret = 'do not print me'
  for (const [params, message] of [
    [undefined, 'params must be an object, not undefined'],
    [[], 'params must be an object, not an array'],
    [{ config: secret }, 'config must be an object, not a string'],
    [{ config: [] }, 'config must be an object, not an array'],
    [{ agentId: 5 }, 'agentId must be a string, not a number'],
    [{ ttsPreferences: secret }, 'ttsPreferences must be an object, not a string'],
    [{ configWins: secret }, 'configWins must be a boolean, not a string'],
  ] as const) {
    const error = { code: 'ERR_INVALID_PARAMETER', message }
    expect(thrown(() => resolveAgentSystemPromptConfig(params as never))).toEqual(error)
    expect(thrown(() => buildConfiguredAgentSystemPrompt(params as never))).toEqual(error)
  }
  expect(thrown(() => resolveAgentSystemPromptConfig({ locale: 'not a tag' })).code).toBe('ERR_INVALID_LOCALE')
  const build = () => buildConfiguredAgentSystemPrompt({ ...base, config: {}, toolNames: secret } as never)
  expect(thrown(build).message).toBe('toolNames must be an array of strings, not a string')
})

test('B096: keys that a function of the peer does not know are ignored', () => {
  expect(resolveAgentSystemPromptConfig({ foo: 1 } as never)).toEqual(nothing)
  expect(said({ foo: 1, agents: { foo: [] } })).toEqual({})
})
