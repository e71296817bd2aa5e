import {
  applyPromptHooks,
  applyPromptHooksToUserPrompt,
  buildAgentSystemPrompt,
  buildMemoryPromptSection,
  mergePromptContributions,
  mergePromptHookResults,
  resolveGpt5SystemPromptContribution,
} from '../index.js'
import { describe, expect, test } from 'vitest'

import { thrown } from './support.js'

const overlay = (request: object) => resolveGpt5SystemPromptContribution({ modelId: 'gpt-5', ...request })
const style = (request: object) => overlay(request)?.sectionOverrides?.interaction_style

describe('the GPT-5 overlay', () => {
  test('V15: the id decides', () => {
    for (const modelId of [
      'gpt-5',
      'GPT-5.4',
      'gpt-5-mini',
      'openai/gpt-5.5',
      'x:gpt-5',
      ' gpt-5 ',
      'openrouter/openai/gpt-5-codex',
    ]) {
      expect(overlay({ modelId }), modelId).toBeDefined()
    }
    for (const modelId of [
      'gpt-5o',
      'gpt-50',
      'gpt-5_1',
      'gpt-5:free',
      'my-gpt-5',
      'openai/gpt-5/x',
      'gpt5',
      '',
      null,
    ]) {
      expect(overlay({ modelId }), String(modelId)).toBeUndefined()
    }
    expect(overlay({ enabled: false })).toBeUndefined()
    for (const providerId of ['openai', 'openrouter', ' x ', null]) {
      expect(overlay({ providerId })!.stablePrefix).toBe(overlay({})!.stablePrefix)
    }
  })

  test('V16: the first valid personality wins', () => {
    const config = (personality: unknown, plugin?: unknown) => ({
      agents: { defaults: { promptOverlays: { gpt5: { personality } } } },
      plugins: { entries: { openai: { config: { personality: plugin } } } },
    })
    const friendly = style({})
    for (const [request, expected] of [
      [{ config: config('weird', 'off') }, undefined],
      [{ config: config(undefined, 'off'), providerId: 'openrouter' }, friendly],
      [{ config: config(undefined, 'off'), providerId: 'azure-openai' }, undefined],
      [{ config: config('friendly'), legacyPluginConfig: { personality: 'off' } }, friendly],
      [{ config: config(' OFF ') }, undefined],
      [{ config: config('on') }, friendly],
      [{ legacyPluginConfig: { personality: 'off' } }, undefined],
    ] as const) {
      expect(style(request), JSON.stringify(request)).toBe(expected)
    }
  })

  test('the contract has its blocks and its topics, and the style grows on a heartbeat', () => {
    const contract = overlay({})!.stablePrefix!
    for (const tag of [
      'persona_latch',
      'execution_policy',
      'tool_discipline',
      'output_contract',
      'completion_contract',
    ]) {
      expect(contract).toContain(`<${tag}>`)
      expect(contract).toContain(`</${tag}>`)
    }
    for (const topic of [/parallel/, /deliverable/, /verify/, /[Mm]issing context/, /terminal/, /tool/, /[Pp]ersona/]) {
      expect(contract).toMatch(topic)
    }
    const grown = style({ trigger: 'heartbeat' })!
    expect(grown.startsWith(style({})!)).toBe(true)
    expect(grown.length).toBeGreaterThan(style({})!.length)
    expect(style({ trigger: 'user', includeHeartbeatGuidance: true })).toBe(grown)
    expect(style({ trigger: 'cron' })).toBe(style({}))
  })

  test('it stands above the cache boundary of the prompt', () => {
    const prompt = buildAgentSystemPrompt({ workspaceDir: '/w', promptContribution: overlay({})! })
    const boundary = prompt.indexOf('<!-- OPENCLAW_CACHE_BOUNDARY -->')
    expect(prompt.indexOf('<persona_latch>')).toBeGreaterThan(0)
    expect(prompt.indexOf('</completion_contract>')).toBeLessThan(boundary)
  })
})

describe('merging contributions', () => {
  test('V32: in order, joined by a blank line, repeats dropped', () => {
    const base = { stablePrefix: 'B' }
    expect(mergePromptContributions([base, { stablePrefix: 'OV' }, { stablePrefix: 'CO' }])!.stablePrefix).toBe(
      'B\n\nOV\n\nCO',
    )
    expect(mergePromptContributions([base, base, null, undefined])).toEqual(base)
    expect(mergePromptContributions([{ stablePrefix: ' ' }, { dynamicSuffix: 'x' }])).toEqual({ dynamicSuffix: 'x' })
    expect(mergePromptContributions([])).toBeUndefined()
    expect(mergePromptContributions([null])).toBeUndefined()
  })

  test('V32: an empty override brings the section back', () => {
    const merged = mergePromptContributions([
      { sectionOverrides: { execution_bias: 'mine', tool_call_style: 'kept' } },
      { sectionOverrides: { execution_bias: '' } },
    ])!
    expect(merged.sectionOverrides).toEqual({ execution_bias: '', tool_call_style: 'kept' })
    const build = (promptContribution: object) => buildAgentSystemPrompt({ workspaceDir: '/w', promptContribution })
    expect(build({ sectionOverrides: { execution_bias: '' } })).toBe(build({}))
  })

  test('unknown members are ignored as the renderer ignores them', () => {
    const contribution = { stablePrefix: 'a', other: 1, sectionOverrides: { nope: 'x' } }
    expect(mergePromptContributions([contribution as never])).toEqual({ stablePrefix: 'a' })
  })
})

describe('hooks', () => {
  test('the first replacement wins and contexts add up', () => {
    const merged = mergePromptHookResults([
      null,
      { prependContext: 'a', systemPrompt: null },
      { prependContext: '', appendContext: ' b ', systemPrompt: 'one' },
      { prependContext: 'c', systemPrompt: 'two', appendSystemContext: 'tail' },
    ])
    expect(merged).toEqual({
      systemPrompt: 'one',
      prependContext: 'a\n\nc',
      appendContext: ' b ',
      appendSystemContext: 'tail',
    })
  })

  test('a legacy systemPrompt replaces the prompt, then the fences go around it', () => {
    expect(applyPromptHooks('ours\ud800', null)).toBe('ours\ud800')
    expect(applyPromptHooks('ours', { systemPrompt: ' theirs ' })).toBe('theirs')
    expect(applyPromptHooks('ours', { systemPrompt: '  ' })).toBe('ours')
    const fenced = applyPromptHooks('ours', { prependSystemContext: 'before  \r\n', appendSystemContext: 'after' })
    expect(fenced).toMatch(/^---\n\n[^\n]+\n\nbefore\n\n---\n\nours\n\n---\n\n[^\n]+\n\nafter\n\n---$/)
  })

  test('the other contexts go to the user prompt', () => {
    expect(applyPromptHooksToUserPrompt('hi', { prependContext: 'a', appendContext: 'b', systemPrompt: 'x' })).toBe(
      'a\n\nhi\n\nb',
    )
    expect(applyPromptHooksToUserPrompt('hi', undefined)).toBe('hi')
  })
})

describe('memory lines', () => {
  const section = (request: object) => buildMemoryPromptSection(request)

  test('one of three variants by the tools that are there', () => {
    const variants = [['memory_search', 'memory_get'], ['memory_search'], ['memory_get']].map((availableTools) =>
      section({ availableTools }),
    )
    for (const lines of variants) {
      expect(lines).toHaveLength(4)
      expect(lines[0]).toBe('## Memory Recall')
      expect(lines[3]).toBe('')
    }
    expect(new Set(variants.map((lines) => lines[1])).size).toBe(3)
    expect(section({ availableTools: new Set([' MEMORY_GET ']) })).toEqual(variants[2])
    expect(section({ availableTools: ['read'] })).toEqual([])
    expect(section({})).toEqual([])
  })

  test('only off turns citations off', () => {
    const line = (citationsMode: unknown) => section({ availableTools: ['memory_get'], citationsMode })[2]
    expect(line('on')).toContain('Source: <path#line>')
    for (const mode of [null, undefined, 'auto', 'OFF', '']) expect(line(mode)).toBe(line('on'))
    expect(line('off')).not.toBe(line('on'))
  })

  test('supplements follow in the order of their plugins', () => {
    const supplements = [
      { pluginId: 'wiki', lines: ['1'] },
      { pluginId: 'Notes', lines: ['2'] },
      { pluginId: 'notes', lines: ['3'] },
      { pluginId: 'wiki', lines: ['4'] },
    ]
    expect(section({ primaryLines: ['0'], supplements })).toEqual(['0', '3', '2', '1', '4'])
    const memoryLines = section({ availableTools: ['memory_get'], supplements })
    const prompt = buildAgentSystemPrompt({ workspaceDir: '/w', memoryLines })
    expect(prompt).toContain(memoryLines.filter(Boolean).join('\n'))
  })
})

test('wrong arguments name the field', () => {
  for (const [call, message] of [
    [
      () => resolveGpt5SystemPromptContribution({ modelId: 5 } as never),
      'params.modelId must be a string, not a number',
    ],
    [() => mergePromptContributions(5 as never), 'contributions must be an array, not a number'],
    [
      () => mergePromptContributions([{ stablePrefix: 5 }] as never),
      'contributions[0].stablePrefix must be a string, not a number',
    ],
    [() => applyPromptHooks(5 as never, null), 'systemPrompt must be a string, not a number'],
    [() => applyPromptHooks('x', 'y' as never), 'hooks must be an object, not a string'],
    [() => section5(), 'params.supplements[0].lines must be an array, not a string'],
  ] as const) {
    expect(thrown(call)).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
  }
})

function section5() {
  return buildMemoryPromptSection({ supplements: [{ pluginId: 'a', lines: 'b' }] } as never)
}
