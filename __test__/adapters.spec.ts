import { adaptRun, type AgentRun, buildAgentSystemPrompt, type RunAdapter } from '../index.js'
import { describe, expect, test } from 'vitest'

import { read, thrown } from './support.js'

const ADAPTERS: RunAdapter[] = ['embedded', 'cli', 'preview', 'compaction']
const cases = 'crates/core/src/config/adapters/cases/'
const json = (name: string) => JSON.parse(read(`${cases}${name}.json`))
const run = (change: object = {}): AgentRun => ({ ...json('run'), ...change })
const config = json('config')

const params = (adapter: RunAdapter, change: object = {}) => adaptRun(adapter, run(change), { config }).params
const prompt = (adapter: RunAdapter, change: object = {}) => buildAgentSystemPrompt(params(adapter, change))

/** The cases are recorded with texts such as `<heartbeat.default_prompt >`; here any sentence will do. */
const anyText = (value: unknown): unknown => {
  if (typeof value === 'string') return /^<[a-z_]+\./.test(value) ? expect.stringMatching(/./) : value
  if (Array.isArray(value)) return value.map(anyText)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, anyText(member)]))
}

test.each(ADAPTERS)('%s passes its own choice of facts', (adapter) => {
  expect(params(adapter)).toEqual(anyText(json(adapter)))
})

test('docs/config.md has a row for every parameter that an adapter passes', () => {
  const table = read('docs/config.md')
  for (const adapter of ADAPTERS) {
    const { runtimeInfo, ...rest } = params(adapter)
    const names = [...Object.keys(rest), ...Object.keys(runtimeInfo!).map((name) => `.${name}`)]
    for (const name of names) {
      expect(table, `${adapter}: ${name}`).toMatch(new RegExp(`\`[a-zA-Z]*${name.replace('.', '\\.')}\``))
    }
  }
})

test('null and undefined mean absent, in every part', () => {
  const bare = adaptRun('embedded', { workspaceDir: '/w' })
  const empty = {
    workspaceDir: '/w',
    sessionKey: null,
    kind: undefined,
    model: { provider: null, taggedReasoning: null },
    host: null,
    channel: null,
    tools: { names: null, nativeCommandGuidance: undefined },
    context: { files: null, neverInject: null },
    ownerNumbers: null,
    processSessions: undefined,
  }
  expect(adaptRun('embedded', empty as never, null)).toEqual(bare)
})

test('lists may be any iterable, and text keeps its code units', () => {
  const files = [{ path: 'a\ud800.md', content: 'b\udc00'.repeat(10_000) }]
  const { params } = adaptRun('embedded', {
    workspaceDir: '/w',
    tools: { names: new Set(['read']) },
    context: { files },
  } as never)
  expect(params.toolNames).toEqual(['read'])
  expect(params.contextFiles).toEqual(files)
})

test('wrong arguments name the field and never show a value', () => {
  const secret = 'do not print me'
  const bare = { workspaceDir: '/w' }
  for (const [args, message] of [
    [[secret, bare], 'adapter must be one of embedded, cli, preview, compaction'],
    [['cli'], 'run must be an object, not undefined'],
    [['cli', {}], 'run.workspaceDir must be a path; pass the workspace that is in effect'],
    [['cli', { ...bare, kind: secret }], 'run.kind must be one of turn, commitment-only, side-question, raw'],
    [['cli', { ...bare, kind: 5 }], 'run.kind must be one of turn, commitment-only, side-question, raw, not a number'],
    [['cli', { ...bare, model: { id: 5 } }], 'run.model.id must be a string, not a number'],
    [['cli', { ...bare, acpSpawnable: 'yes' }], 'run.acpSpawnable must be a boolean, not a string'],
    [['cli', { ...bare, tools: { names: ['a', 5] } }], 'run.tools.names[1] must be a string, not a number'],
    [['cli', { ...bare, context: { files: [{ path: secret }] } }], 'run.context.files[0].content is missing'],
    [
      ['cli', { ...bare, processSessions: [{ pid: secret }] }],
      'run.processSessions[0].pid must be a number, not a string',
    ],
    [
      ['cli', bare, { configuration: {} }],
      'options.configuration is not a known key; known are config, ttsPreferences, locale',
    ],
    [['cli', bare, { config: 5 }], 'options.config must be an object, not a number'],
  ] as const) {
    expect(thrown(() => (adaptRun as (...args: unknown[]) => unknown)(...args))).toEqual({
      code: 'ERR_INVALID_PARAMETER',
      message,
    })
  }
  expect(thrown(() => adaptRun('cli', bare, { locale: 'not a tag' })).code).toBe('ERR_INVALID_LOCALE')
})

test('B096: an unknown fact is refused, because a misspelt one would silently change the prompt', () => {
  const error = thrown(() => adaptRun('embedded', { workspaceDir: '/w', foo: 1 } as never))
  expect(error.message).toMatch(/^run\.foo is not a known key; known are workspaceDir, cwd, /)
})

test('an exception of a getter reaches the caller unchanged', () => {
  const run = {
    workspaceDir: '/w',
    get model(): never {
      throw new RangeError('mine')
    },
  }
  expect(() => adaptRun('cli', run)).toThrow(new RangeError('mine'))
})

describe('reports', () => {
  test('B039: an unknown zone is reported and every adapter falls back alike', () => {
    for (const adapter of ADAPTERS) {
      const options = { config: { agents: { defaults: { userTimezone: 'Not/AZone' } } } }
      const { params, diagnostics } = adaptRun(adapter, run(), options)
      expect(diagnostics).toEqual([{ reason: 'unknown-time-zone', key: 'agents.defaults.userTimezone' }])
      expect(params.userTimezone).toBe('Asia/Tokyo')
    }
  })

  test('B042: a folder name with a line break injects no section', () => {
    for (const adapter of ADAPTERS) {
      const text = prompt(adapter, { workspaceDir: '/w\n## Evil\tq\u202E\u200B', cwd: null })
      expect(text).toContain('/w## Evilq')
      expect(text).not.toMatch(/^## Evil/m)
    }
  })

  test('B044: a sub-agent sees the skills, and loses what belongs to the main agent', () => {
    const text = prompt('embedded', { sessionKey: 'agent:main:subagent:1' })
    expect(text).toContain('\n## Skills')
    for (const heading of [
      '## Messaging',
      '## Silent Replies',
      '## Heartbeats',
      '## Model Aliases',
      '## Authorized Senders',
    ]) {
      expect(text, heading).not.toContain(`\n${heading}`)
      expect(prompt('embedded', { sourceReplyDeliveryMode: null, silentReplyPromptMode: null }), heading).toContain(
        `\n${heading}`,
      )
    }
  })

  test('B046: the agent of the run reaches the config', () => {
    const list = [{ id: 'ops', subagents: { delegationMode: 'prefer' } }]
    const options = { config: { agents: { list, defaults: { subagents: { delegationMode: 'suggest' } } } } }
    const mode = (change: object) => adaptRun('cli', run(change), options).params.subagentDelegationMode
    expect(mode({ agentId: 'OPS' })).toBe('prefer')
    expect(mode({ sessionKey: 'agent:ops:main' })).toBe('prefer')
    expect(mode({ agentId: 'other' })).toBe('suggest')
  })

  test('B050: a sandboxed agent is told the working directory in its container', () => {
    const sandbox = { enabled: true, containerWorkspaceDir: '/container' }
    expect(prompt('embedded', { workspaceDir: '/h/w', sandbox })).toContain('/container')
    const off = prompt('embedded', { workspaceDir: '/h/w', sandbox: { ...sandbox, enabled: false } })
    expect(off).toContain('/h/w')
    expect(off).not.toContain('/container')
  })

  test('B051: only the default agent gets heartbeat instructions, with the full prompt and a prompt of its own', () => {
    const shown = (change: object, heartbeat: object = {}) => {
      const options = { config: { agents: { defaults: { heartbeat }, list: [{ id: 'main' }, { id: 'ops' }] } } }
      return buildAgentSystemPrompt(adaptRun('embedded', run(change), options).params).includes('\n## Heartbeats')
    }
    expect(shown({})).toBe(true)
    expect(shown({ agentId: 'ops' })).toBe(false)
    expect(shown({ trigger: 'user' })).toBe(false)
    expect(shown({ toolsAllow: ['read'] })).toBe(false)
    expect(shown({}, { every: '0m' })).toBe(false)
    expect(shown({}, { includeSystemPromptSection: false })).toBe(false)
    expect(shown({}, { prompt: '  ' })).toBe(true)
  })

  test('B086: local documentation is named where the adapter passes it', () => {
    for (const adapter of ADAPTERS) {
      const local = adapter !== 'preview'
      const text = prompt(adapter, { host: { docsPath: ' /local/docs ', sourcePath: '/local/src' } })
      expect(text.includes('/local/docs'), adapter).toBe(local)
      expect(text.includes('/local/src'), adapter).toBe(local)
      expect(prompt(adapter, { host: { docsPath: '  ' } })).toContain('https://docs.openclaw.ai')
    }
  })

  test('B088: the prompt names only the model of this run', () => {
    for (const adapter of ADAPTERS) {
      for (const id of ['a', 'b']) {
        const text = prompt(adapter, { model: { provider: 'prov', id } })
        expect(text).toContain(`prov/${id}`)
        expect(text).not.toContain(`prov/${id === 'a' ? 'b' : 'a'}`)
      }
    }
  })

  test('B089: no tools and an empty list of tools are told apart by the parameter', () => {
    expect(params('embedded', { tools: { names: [] } }).toolNames).toEqual([])
    expect(params('embedded', { tools: {} }).toolNames).toEqual([])
    expect(params('cli', { tools: { loopbackNames: [] } })).not.toHaveProperty('toolNames')
  })

  test('B093: the caller chooses the mode of a live run, and no section is a bare heading', () => {
    expect(params('embedded', { promptMode: 'none' }).promptMode).toBe('none')
    expect(thrown(() => params('embedded', { promptMode: 'tiny' })).message).toBe(
      'run.promptMode must be one of full, minimal, none',
    )
    expect(thrown(() => params('embedded', { promptMode: 'NONE' })).code).toBe('ERR_INVALID_PARAMETER')
    expect(params('embedded', { promptMode: null }).promptMode).toBe('full')
    for (const adapter of ADAPTERS) {
      for (const sessionKey of ['agent:main:subagent:1', 'agent:main:main']) {
        expect(prompt(adapter, { sessionKey })).not.toMatch(/^## .*\n+(?=## |$)/m)
      }
    }
  })

  test('B101: an environment override of the workspace changes nothing', () => {
    const before = prompt('embedded', { workspaceDir: '/argument' })
    process.env['OPENCLAW_WORKSPACE_DIR'] = '/variable'
    try {
      expect(prompt('embedded', { workspaceDir: '/argument' })).toBe(before)
    } finally {
      delete process.env['OPENCLAW_WORKSPACE_DIR']
    }
    expect(before).toContain('/argument')
  })

  test('B104: the acknowledgement is one line of its own when heartbeats are on, and absent when they are off', () => {
    const lines = (change: object) =>
      prompt('embedded', change)
        .split('\n')
        .filter((line) => line === 'HEARTBEAT_OK')
    expect(lines({})).toHaveLength(1)
    expect(lines({ trigger: 'user' })).toHaveLength(0)
    expect(prompt('embedded', { trigger: 'user' })).not.toContain('HEARTBEAT_OK')
  })
})
