import {
  buildAgentSystemPrompt,
  PromptBuilder,
  validateAgentSystemPromptParams,
} from '../index.js'
import { describe, expect, test } from 'vitest'

import { thrown } from './support.js'

const build = (params: unknown) => buildAgentSystemPrompt(params as never)
const base = { workspaceDir: '/ws' }
const secret = 'do not print me'

describe('what makes the peer throw is an error that names the field', () => {
  test.each([
    [undefined, 'params must be an object, not undefined'],
    [null, 'params must be an object, not null'],
    [5, 'params must be an object, not a number'],
    [{}, 'workspaceDir must be a string, not undefined'],
    [{ workspaceDir: null, promptMode: 'none' }, 'workspaceDir must be a string, not null'],
    [{ workspaceDir: 5 }, 'workspaceDir must be a string, not a number'],
    [{ ...base, toolNames: secret }, 'toolNames must be an array of strings, not a string'],
    [{ ...base, toolNames: ['a', 5], promptMode: 'none' }, 'toolNames[1] must be a string, not a number'],
    [{ ...base, capabilityToolNames: 5 }, 'capabilityToolNames must be an array of strings, not a number'],
    [{ ...base, toolSummaries: { a: 5 } }, 'toolSummaries values must be a string, not a number'],
    [{ ...base, skillsPrompt: 5 }, 'skillsPrompt must be a string, not a number'],
    [{ ...base, userTimezone: {} }, 'userTimezone must be a string, not an object'],
    [{ ...base, nativeCommandGuidanceLines: 5 }, 'nativeCommandGuidanceLines must be an iterable of strings, not a number'],
    [{ ...base, modelAliasLines: secret }, 'modelAliasLines must be an array of strings, not a string'],
    [{ ...base, workspaceNotes: secret }, 'workspaceNotes must be an array of strings, not a string'],
    [{ ...base, ownerNumbers: secret }, 'ownerNumbers must be an array of strings, not a string'],
    [{ ...base, contextFiles: secret }, 'contextFiles must be an array of files, not a string'],
    [{ ...base, contextFiles: [null] }, 'contextFiles[0] must be an object, not null'],
    [
      { ...base, contextFiles: [{ path: secret, content: 5 }] },
      'contextFiles[0].content must be a string, not a number',
    ],
    [
      { ...base, sandboxInfo: { containerWorkspaceDir: 5 } },
      'sandboxInfo.containerWorkspaceDir must be a string, not a number',
    ],
    [
      { ...base, runtimeInfo: { capabilities: [5] } },
      'runtimeInfo.capabilities[0] must be a string, not a number',
    ],
    [{ ...base, runtimeInfo: { model: 5 } }, 'runtimeInfo.model must be a string, not a number'],
    [
      { ...base, runtimeInfo: { activeProcessSessions: [{ sessionId: 's', status: 'r' }] } },
      'runtimeInfo.activeProcessSessions[0].name must be a string, not undefined',
    ],
    [
      { ...base, ownerDisplay: 'hash', ownerDisplaySecret: 5 },
      'ownerDisplaySecret must be a string, not a number',
    ],
    [
      { ...base, toolNames: ['message'], messageToolHints: 5 },
      'messageToolHints must be an iterable of strings, not a number',
    ],
  ])('%j', (params, message) => {
    expect(thrown(() => build(params))).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
  })
})

test('what the peer ignores or coerces is no error', () => {
  for (const params of [
    { ...base, promptMode: 5, promptSurface: '' },
    { ...base, sandboxInfo: 'x', runtimeInfo: 'x', reactionGuidance: true },
    { ...base, ownerDisplay: 'raw', ownerDisplaySecret: 5 },
    { ...base, messageToolHints: 5 },
    { ...base, contextFiles: [5, { path: '  ', content: 5 }, { content: 5 }] },
    { ...base, workspaceNotes: [5, null, {}], capabilityToolNames: [null] },
    { ...base, runtimeInfo: { host: 5, sessionKey: '' } },
    { ...base, unknown: Symbol('x') },
  ]) {
    expect(() => build(params)).not.toThrow()
  }
})

test('a locale that is no language tag is an error', () => {
  expect(thrown(() => build({ ...base, locale: 'not a tag' })).code).toBe('ERR_INVALID_LOCALE')
})

test('an exception of a getter reaches the caller unchanged', () => {
  const params = {
    get workspaceDir() {
      throw new RangeError('mine')
    },
  }
  expect(() => build(params)).toThrow(new RangeError('mine'))
  const owner = {
    toString() {
      throw new RangeError('mine')
    },
  }
  expect(() => build({ ...base, ownerNumbers: [owner] })).toThrow(new RangeError('mine'))
})

describe('a broken overlay names file, line, key and remedy', () => {
  const toml = (text: string) => thrown(() => new PromptBuilder({ overlays: [{ name: 'o.toml', toml: text }] }))
  test.each([
    ['x = 1', /^o\.toml:1: x: unknown field `x`.* \(see docs\/prompt\.md for the format\)$/s],
    ['\n[section.nope]\ndrop = true', /^o\.toml:2: nope: there is no such section \(.+\)$/],
    ['[section.safety]\ndrop = true', /^o\.toml:1: safety: this section is protected \(add unprotect = \["safety"\].*\)$/],
    [
      '[section.skills]\n[section.skills.line.scan]\ntext = "no placeholder"',
      /^o\.toml:2: skills\.scan: placeholder "\{read_tool\}" is missing \(.+\)$/,
    ],
    [
      '[[section.skills.insert]]\nkey = "k"\nafter = "scan"\nwhen = ["sunny"]\ntext = "x"',
      /^o\.toml:2: skills\.k: unknown fact "sunny" \(.+\)$/,
    ],
  ])('%j', (text, message) => {
    const error = toml(text)
    expect(error.code).toBe('ERR_INVALID_OVERLAY')
    expect(error.message).toMatch(message)
  })

  test('an overlay given as an object is named by its place', () => {
    const error = thrown(() => new PromptBuilder({ overlays: [{}, { section: { nope: {} } }] }))
    expect(error.message).toMatch(/^overlays\[1\]: nope: there is no such section/)
    expect(thrown(() => new PromptBuilder({ overlays: [5 as never] })).code).toBe('ERR_INVALID_OVERLAY')
  })
})

describe('the strict twin lists everything', () => {
  test('and nothing for good parameters', () => {
    const good = {
      ...base,
      promptMode: 'minimal',
      toolNames: ['read'],
      toolSummaries: { x: 'y' },
      nativeCommandGuidanceLines: new Set(['a']),
      contextFiles: [{ path: 'a', content: 'b' }],
      userTime: 'ignored',
      runtimeInfo: { model: 'm', capabilities: ['x'], activeProcessSessions: [] },
      sandboxInfo: { enabled: true, elevated: { allowed: true, defaultLevel: 'ask' } },
      skillsPrompt: null,
      ttsHint: undefined,
    }
    expect(validateAgentSystemPromptParams(good)).toEqual([])
  })

  test('unknown keys, unknown values and wrong types, with what is allowed', () => {
    const bad = {
      promptMode: secret,
      toolNames: ['a', 5, null],
      acpEnabled: 'true',
      colour: 'blue',
      runtimeInfo: { modle: 'x' },
      contextFiles: [{ path: 'a', content: 5 }],
    }
    const problems = validateAgentSystemPromptParams(bad)
    expect(problems.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'promptMode is not a known value',
      'toolNames[1] is a number, not a string',
      'toolNames[2] is null, not a string',
      'acpEnabled is a string, not a boolean',
      'colour is not a known key',
      'runtimeInfo.modle is not a known key',
      'contextFiles[0].content is a number, not a string',
      'workspaceDir is required',
    ])
    expect(problems[0]!.allowed).toEqual(['full', 'minimal', 'none'])
    expect(problems[5]!.allowed).toContain('model')
    expect(JSON.stringify(problems)).not.toContain(secret)
  })

  test('also when the parameters are no object', () => {
    for (const params of [undefined, null, 5, 'x', []]) {
      expect(validateAgentSystemPromptParams(params)).toHaveLength(1)
    }
  })
})
