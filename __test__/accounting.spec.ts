import {
  buildSystemPromptReport,
  checkBootstrapSize,
  compareRenderedPrompts,
  estimateTokens,
  formatContextReport,
  PromptBuilder,
  renderAgentSystemPrompt,
  type AgentSystemPromptParams,
} from '../index.js'
import { tokenCounter } from '../tokens.js'
import { expect, test } from 'vitest'

import { random, read, thrown } from './support.js'

const base = { workspaceDir: '/w', toolNames: ['read', 'exec'] }
const run = { source: 'run', generatedAt: 1_700_000_000_000 } as const
const render = (params: Partial<AgentSystemPromptParams> = {}) => renderAgentSystemPrompt({ ...base, ...params })
const report = (params: Partial<AgentSystemPromptParams> = {}) =>
  buildSystemPromptReport({ ...run, systemPrompt: render(params) })
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Content that looks like what a prompt consists of. */
const HOSTILE = [
  '# Project Context',
  '## Silent Replies',
  '## SOUL.md',
  '<available_skills><skill><name>fake</name></skill></available_skills>',
  '<!-- OPENCLAW_CACHE_BOUNDARY -->',
  '\n',
  '\n\n\n\n',
  'é日本😀 ',
  'text ',
]

test('for a thousand prompts the parts add up to the whole', () => {
  const next = random(7)
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)]!
  const content = () => Array.from({ length: Math.floor(next() * 8) }, () => pick(HOSTILE)).join('')
  for (let round = 0; round < 1000; round += 1) {
    const systemPrompt = render({
      promptMode: pick(['full', 'minimal', 'none'] as const),
      contextFiles: Array.from({ length: Math.floor(next() * 4) }, () => ({
        path: pick(['SOUL.md', 'AGENTS.md', 'HEARTBEAT.md', 'a/b.md']),
        content: content(),
      })),
      skillsPrompt: pick(['', '<available_skills>\n<skill><name>a</name></skill>\n</available_skills>']),
      extraSystemPrompt: content(),
      memoryLines: [content()],
    })
    const { systemPrompt: whole, sections } = buildSystemPromptReport({ ...run, systemPrompt })
    expect(whole.chars).toBe(systemPrompt.text.length)
    expect(whole.bytes).toBe(Buffer.byteLength(systemPrompt.text))
    expect(sum(sections.map(({ chars }) => chars))).toBe(whole.chars)
    expect(sum(sections.map(({ bytes }) => bytes))).toBe(whole.bytes)
    expect(whole.projectContextChars + whole.nonProjectContextChars).toBe(whole.chars)
    const files = sections.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'file'))
    const blocks = systemPrompt.blocks.filter(({ kind }) => kind === 'file')
    expect(files.map(({ name, chars }) => [name, chars])).toEqual(
      blocks.map(({ name, start, end }) => [name, end - start]),
    )
    for (const { name, start } of blocks) {
      expect(systemPrompt.text.startsWith(`## ${name}\n`, start) || systemPrompt.text.slice(start) === `## ${name}`).toBe(true)
    }
  }
})

test('a skills block or a heading in a file changes no figure of the skills or the project context', () => {
  const skillsPrompt = '<available_skills>\n<skill>\n<name>one</name>\n</skill>\n</available_skills>'
  const hostile = '<available_skills><skill>..</skill></available_skills>\n# Project Context\n## Silent Replies'
  const withFile = (content: string) => report({ skillsPrompt, contextFiles: [{ path: 'SOUL.md', content }] })
  const [a, b] = [withFile(hostile), withFile('x'.repeat(hostile.length))]
  expect(a.skills).toEqual(b.skills)
  expect(a.skills.entries).toEqual([{ name: 'one', blockChars: 33, blockTokens: expect.any(Number) }])
  expect(a.systemPrompt.projectContextChars).toBe(b.systemPrompt.projectContextChars)
})

test('tools are reported with their schema as JSON, whatever it is', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const { tools } = buildSystemPromptReport({
    ...run,
    systemPrompt: render(),
    tools: [
      { name: 'read', description: '  shows a file ', label: 'Read', parameters: { properties: { path: {}, line: {} } } },
      { name: 'exec', label: ' Exec ', parameters: { type: 'object' } },
      { name: 'odd', parameters: cyclic },
      { name: 'none', description: ' ' },
    ],
  })
  expect(tools.entries.map(({ summaryChars, schemaChars, propertiesCount }) => [summaryChars, schemaChars, propertiesCount])).toEqual([
    [12, '{"properties":{"path":{},"line":{}}}'.length, 2],
    [4, '{"type":"object"}'.length, null],
    [0, 0, null],
    [0, 0, null],
  ])
  expect(tools.schemaChars).toBe(36 + 17)
  const list = render().blocks.find(({ kind }) => kind === 'tools')!
  expect(tools.listChars).toBe(list.end - list.start)
})

test('the views of a report are those of the core, and a stored report can be shown again', () => {
  const made = buildSystemPromptReport({
    ...run,
    workspaceDir: '/w',
    bootstrapMaxChars: 1000,
    bootstrapTruncation: { warningMode: 'once' },
    sandbox: { mode: 'all', sandboxed: false },
    systemPrompt: render({ contextFiles: [{ path: '/w/SOUL.md', content: 'kind' }] }),
    injectedWorkspaceFiles: [{ name: 'SOUL.md', path: '/w/SOUL.md', rawChars: 900, injectedChars: 900 }],
    currentTurn: { kind: 'user_request', promptChars: 5, runtimeContextChars: 0 },
  })
  const stored = JSON.parse(JSON.stringify(made))
  expect(stored).toEqual(made)
  expect(formatContextReport(stored, 'list')).toBe(formatContextReport(made, 'list'))
  expect(formatContextReport(made, 'list')).toMatch(/^SOUL\.md +OK +900 +900 +\d+$/m)
  expect(formatContextReport(made, 'list')).toContain('Sandbox: all, this run is outside')
  expect(formatContextReport(made, 'list', { totalTokens: 1234, contextTokens: null })).toContain('Session: 1,234 tokens, window ?')
  expect(formatContextReport(made, 'detail')).not.toContain('\n\n')
  const json = JSON.parse(formatContextReport(made, 'json', { totalTokens: 5 }))
  expect(json.report.systemPrompt).toEqual(made.systemPrompt)
  expect(json.session).toEqual({ totalTokens: 5, totalTokensFresh: null, inputTokens: null, outputTokens: null, contextTokens: null })
  expect(formatContextReport(made, 'size')).toContain('agents.list[].bootstrapMaxChars')
  expect(checkBootstrapSize(made)).toEqual([
    { checkId: 'core/doctor/bootstrap-size', severity: 'info', path: '/w/SOUL.md', message: 'SOUL.md: 900 chars, 90% of the limit for one file' },
  ])
  expect(formatContextReport(report(), 'size')).toBe('')
})

test('a wrong argument is an error that names it', () => {
  const prompt = render()
  const code = 'ERR_INVALID_PARAMETER'
  const cases: Array<[() => unknown, string | RegExp]> = [
    [() => compareRenderedPrompts('x' as never, prompt), 'a must be a rendered prompt, as render returns it'],
    [() => compareRenderedPrompts(prompt, { ...prompt, text: 'x' }), 'b.sections must end at 1, the length of text'],
    [() => compareRenderedPrompts(prompt, { ...prompt, text: 5 } as never), /^b\.text must be a string/],
    [() => compareRenderedPrompts({ text: '', sections: [{ id: 'a', start: 1, end: 0 }] } as never, prompt), /^a\.sections\[0\]/],
    [
      () => compareRenderedPrompts(prompt, prompt, { price: { cachedPerMillion: Number.NaN, uncachedPerMillion: 1 } }),
      /^price\.cachedPerMillion must be a finite number of at least 0/,
    ],
    [() => compareRenderedPrompts(prompt, prompt, { countTokens: 5 } as never), /^countTokens must be a function/],
    [() => compareRenderedPrompts(prompt, prompt, { countTokens: () => -1 }), /^countTokens must return a whole number/],
    [() => compareRenderedPrompts(prompt, prompt, 5 as never), 'options must be an object'],
    [() => buildSystemPromptReport({ ...run, systemPrompt: prompt.text } as never), /^params\.systemPrompt must be what render returned/],
    [() => buildSystemPromptReport({ ...run, source: 'guess', systemPrompt: prompt } as never), 'params.source must be one of run, estimate'],
    [() => buildSystemPromptReport({ ...run, systemPrompt: prompt, tools: 5 } as never), 'params.tools must be an array, not a number'],
    [() => formatContextReport(report(), 'all' as never), 'view must be one of list, detail, json, size'],
    [() => formatContextReport({} as never, 'list'), /^report\./],
  ]
  for (const [call, message] of cases) {
    const error = thrown(call)
    expect(error.code, error.message).toBe(code)
    expect(error.message).toMatch(message)
  }
  const own = () => {
    throw new RangeError('mine')
  }
  expect(() => compareRenderedPrompts(prompt, prompt, { countTokens: own })).toThrow(RangeError)
})

test('a comparison names section, cause, size and cost, also for prompts read back from JSON', () => {
  const [a, b] = [render(), render({ docsPath: '/docs' })]
  const stored = JSON.parse(JSON.stringify(b))
  const comparison = compareRenderedPrompts(a, stored, { price: { cachedPerMillion: 0.5, uncachedPerMillion: 5 } })
  expect(comparison).toEqual(compareRenderedPrompts(a, b, { price: { cachedPerMillion: 0.5, uncachedPerMillion: 5 } }))
  expect(comparison).toMatchObject({
    equal: false,
    firstDifference: {
      section: 'documentation',
      change: 'changed',
      placement: 'stable',
      beforeBoundary: true,
      causes: [{ kind: 'parameter', name: 'docsPath' }],
    },
    sections: [{ id: 'documentation', change: 'changed' }],
  })
  let equal = 0
  while (a.text[equal] === b.text[equal]) equal += 1
  expect(comparison.equalPrefix.chars).toBe(equal)
  expect(comparison.equalPrefix.bytes).toBe(Buffer.byteLength(b.text.slice(0, equal)))
  expect(comparison.cost!.extra).toBeCloseTo((comparison.missed.tokens * 4.5) / 1e6, 12)
  expect(compareRenderedPrompts(a, render())).toMatchObject({ equal: true, sections: [], missed: { chars: 0 } })
  const { text, sections } = a
  expect(compareRenderedPrompts({ text, sections }, b).firstDifference!.causes).toEqual([])
  const moved = compareRenderedPrompts(a, render({ ttsHint: 'speak' }))
  expect(moved.firstDifference).toMatchObject({ section: 'voice', change: 'added', beforeBoundary: false })
  const file = (content: string) => render({ contextFiles: [{ path: 'SOUL.md', content }] })
  expect(compareRenderedPrompts(file('a'), file('b')).firstDifference).toMatchObject({
    file: 'SOUL.md',
    causes: [{ kind: 'file', name: 'SOUL.md' }],
  })
})

test('a builder tells each break of a session as it happens, and forgets on request', () => {
  const builder = new PromptBuilder()
  const turn = (session: string, params = {}) => builder.renderForSession(session, { ...base, ...params })
  const first = turn('one')
  expect(first.prompt).toEqual(render())
  expect(first.change).toBeUndefined()
  expect(turn('two', { docsPath: '/d' }).change).toBeUndefined()
  expect(turn('one').change).toBeUndefined()
  const { change } = turn('one', { docsPath: '/d' })
  expect(change!.firstDifference).toMatchObject({ section: 'documentation', causes: [{ kind: 'parameter', name: 'docsPath' }] })
  const exact = compareRenderedPrompts(render(), render({ docsPath: '/d' })).equalPrefix.chars
  expect(change!.equalPrefix.chars).toBeLessThanOrEqual(exact)
  expect(exact - change!.equalPrefix.chars).toBeLessThan(128)
  expect(turn('one', { docsPath: '/d' }).change).toBeUndefined()
  expect([builder.forgetSession('one'), builder.forgetSession('one')]).toEqual([true, false])
  expect(turn('one').change).toBeUndefined()
})

test('explained lines say where they stand and when', () => {
  const builder = new PromptBuilder()
  const params = { ...base, contextFiles: [{ path: 'SOUL.md', content: 'kind' }] }
  const { text } = builder.render(params)
  for (const line of builder.explain(params)) {
    if (line.shown) expect(text.slice(line.start, line.end)).toBe(line.text)
    else expect([line.start, line.end]).toEqual([undefined, undefined])
  }
  const soul = builder.explain(params).find(({ section, key }) => section === 'project_context' && key === 'soul')!
  expect(soul.when).toEqual(['context_files', 'soul_file'])
})

const SCRIPTS: Record<string, string> = JSON.parse(read('__test__/fixtures/scripts.json'))

test('the estimate is within 15 % of the exact count in ten scripts, and in code and emoji', () => {
  const exact = tokenCounter('o200k_base')
  const texts = Object.entries(SCRIPTS)
  expect(texts.length).toBeGreaterThanOrEqual(10)
  const off = (text: string) => estimateTokens(text) / exact(text) - 1
  for (const [script, text] of texts) expect(Math.abs(off(text)), script).toBeLessThan(0.15)
  expect(Math.abs(off(texts.map(([, text]) => text).join('\n\n')))).toBeLessThan(0.05)
})

test('exact counts are those of the library, special tokens counting as text', async () => {
  for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
    const library = await import(`gpt-tokenizer/encoding/${encoding}`)
    const count = tokenCounter(encoding)
    expect(count.name).toBe(encoding)
    for (const text of Object.values(SCRIPTS)) expect(count(text)).toBe(library.encode(text).length)
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
  }
  const params = { contextFiles: [{ path: 'a.md', content: SCRIPTS['han']! }] }
  const systemPrompt = render(params)
  const countTokens = tokenCounter('o200k_base')
  const made = buildSystemPromptReport({ ...run, systemPrompt, countTokens })
  expect(made.tokenCounter).toBe('o200k_base')
  expect(made.systemPrompt.tokens).toBe(countTokens(systemPrompt.text))
  for (const [index, { start, end }] of systemPrompt.sections.entries()) {
    expect(made.sections[index]!.tokens).toBe(countTokens(systemPrompt.text.slice(start, end)))
  }
  expect(formatContextReport(made, 'list')).toContain('Tokens are counted by o200k_base.')
  expect(thrown(() => tokenCounter('p50k' as never)).message).toBe('encoding must be one of o200k_base, cl100k_base')
})
