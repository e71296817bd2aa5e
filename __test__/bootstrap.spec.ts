import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  analyzeBootstrapBudget,
  appendBootstrapPromptWarning,
  buildBootstrapContextFiles,
  buildBootstrapInjectionStats,
  buildBootstrapPromptWarning,
  buildBootstrapPromptWarningNotice,
  buildBootstrapTruncationReportMeta,
  filterBootstrapFilesForSession,
  loadWorkspaceBootstrapFiles,
  loadWorkspaceBootstrapFilesSync,
} from '../index.js'
import { describe, expect, test } from 'vitest'

import { isWhole, rejected, temporary, thrown } from './support.js'

const names = ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'BOOTSTRAP.md', 'MEMORY.md']
const file = (name: string, content?: string) => ({ name, path: `/w/${name}`, content: content ?? null, missing: content === undefined })

describe('loading', () => {
  test('every known file has a record in load order, but an absent MEMORY.md has none', async () => {
    const workspace = temporary()
    writeFileSync(join(workspace, 'SOUL.md'), '\ufeffжук \ud83d\ude00\r\n')
    const files = await loadWorkspaceBootstrapFiles(workspace)
    expect(files.map(({ name }) => name)).toEqual(names.slice(0, 7))
    expect(files[1]).toEqual({ name: 'SOUL.md', path: join(workspace, 'SOUL.md'), content: '\ufeffжук \ud83d\ude00\r\n', missing: false })
    expect(files[0]).toEqual({ name: 'AGENTS.md', path: join(workspace, 'AGENTS.md'), missing: true, reason: 'absent' })
    expect(loadWorkspaceBootstrapFilesSync(workspace)).toEqual(files)
  })

  test('extra files below the workspace join at the end', async () => {
    const workspace = temporary()
    mkdirSync(join(workspace, 'packages/a'), { recursive: true })
    writeFileSync(join(workspace, 'packages/a/TOOLS.md'), 'nested')
    writeFileSync(join(workspace, 'packages/a/notes.md'), 'not one of the names')
    const files = await loadWorkspaceBootstrapFiles(workspace, { extraFiles: ['packages/**/*.md', 'gone/SOUL.md'] })
    expect(files.slice(7)).toEqual([{ name: 'TOOLS.md', path: join(workspace, 'packages/a/TOOLS.md'), content: 'nested', missing: false }])
  })

  test('a workspace that is not there or no directory is an error, in both forms', async () => {
    const workspace = temporary()
    writeFileSync(join(workspace, 'file'), '')
    for (const [path, code] of [['gone', 'ERR_WORKSPACE_MISSING'], ['file', 'ERR_WORKSPACE_NOT_A_DIRECTORY']] as const) {
      const expected = { code, message: expect.stringContaining(join(workspace, path)) }
      expect(await rejected(loadWorkspaceBootstrapFiles(join(workspace, path)))).toEqual(expected)
      expect(thrown(() => loadWorkspaceBootstrapFilesSync(join(workspace, path)))).toEqual(expected)
    }
    expect(thrown(() => loadWorkspaceBootstrapFilesSync(5 as never)).message).toBe('dir must be a string, not a number')
    expect(thrown(() => loadWorkspaceBootstrapFilesSync('.', { extraFile: [] } as never)).message).toMatch(/^options\.extraFile is not a known key/)
  })

  /** Report B010. */
  test('a later change of a result reaches no other result', () => {
    const workspace = temporary()
    writeFileSync(join(workspace, 'SOUL.md'), 'soul')
    const first = loadWorkspaceBootstrapFilesSync(workspace)
    first.push(first[1]!)
    first[1]!.content = 'changed'
    const second = loadWorkspaceBootstrapFilesSync(workspace)
    expect([second.length, second[1]!.content]).toEqual([7, 'soul'])
  })
})

test('a session sees its own records, which stay the same objects', () => {
  const files = names.map((name) => file(name, 'x'))
  const kept = (key?: string | null) => filterBootstrapFilesForSession(files, key).map(({ name }) => name)
  expect(kept('agent:main:subagent:1')).toEqual(['AGENTS.md', 'TOOLS.md'])
  expect(kept('agent:main:cron:1')).toEqual(['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md'])
  for (const key of [undefined, null, 'main', 'cron:1', 'acp:1']) expect(kept(key)).toEqual(names)
  expect(filterBootstrapFilesForSession(files, 'subagent:1')[0]).toBe(files[0])
  expect(filterBootstrapFilesForSession(files)).not.toBe(files)
  expect(thrown(() => filterBootstrapFilesForSession('x' as never)).code).toBe('ERR_INVALID_PARAMETER')
})

describe('the budget', () => {
  const lengths = (files: Parameters<typeof buildBootstrapContextFiles>[0], options?: Parameters<typeof buildBootstrapContextFiles>[1]) =>
    buildBootstrapContextFiles(files, options).map(({ content }) => content.length)

  /** Reports B003, B005. */
  test('limits hold, and the list ends where fewer than 64 units are left', () => {
    const caps = [1, 2, 3, 10, 30, 63, 64, 65, 100, 120, 150, 200]
    const soul = [file('SOUL.md', 'x'.repeat(1_000))]
    expect(caps.map((maxChars) => lengths(soul, { maxChars })[0])).toEqual([1, 2, 3, 10, 29, 63, 63, 64, 99, 119, 149, 200])
    const messages: string[] = []
    const warn = (message: string) => messages.push(message)
    const files = [file('AGENTS.md', 'a'.repeat(60)), file('SOUL.md', 's'.repeat(50)), file('USER.md'), file('MEMORY.md', 'm')]
    expect(lengths(files, { totalMaxChars: 150, warn })).toEqual([60, 50, 33])
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain(' 7 ')
  })

  test('odd limits: 0 and fractions below 1 count as 1, huge ones as none, NaN is an error', () => {
    const soul = [file('SOUL.md', 'x'.repeat(70_000))]
    expect([0, 0.5, -5, 1].map((maxChars) => lengths(soul, { maxChars })[0])).toEqual([1, 1, 1, 1])
    expect([1e12, Number.POSITIVE_INFINITY].map((maxChars) => lengths(soul, { maxChars })[0])).toEqual([70_000, 70_000])
    for (const name of ['maxChars', 'totalMaxChars']) {
      const error = thrown(() => buildBootstrapContextFiles(soul, { [name]: Number.NaN }))
      expect(error).toEqual({ code: 'ERR_INVALID_PARAMETER', message: expect.stringMatching(new RegExp(`^${name} must be a number of UTF-16 code units, not NaN`)) })
    }
    expect(thrown(() => buildBootstrapContextFiles(soul, { maxChars: '7' as never })).code).toBe('ERR_INVALID_PARAMETER')
    expect(lengths(soul, null)).toEqual([20_000 - 1])
    expect(lengths(soul, { maxChars: null, totalMaxChars: null, budgetPolicy: null })).toEqual([20_000 - 1])
  })

  /** Report B011. */
  test('a record without a path is skipped and named, and the others are rendered', () => {
    const messages: string[] = []
    const odd = [{ name: 'S.md', filePath: '/x', content: 's' }, { name: 'A.md', path: '  ', content: 'a' }, { name: 'P.md', path: 5, content: 'p' }, { name: 'B.md', path: '/w/B.md', content: 'b' }]
    expect(buildBootstrapContextFiles(odd as never, { warn: (message) => messages.push(message) })).toEqual([{ path: '/w/B.md', content: 'b' }])
    expect(messages.map((message) => /[SAP]\.md/.exec(message)?.[0])).toEqual(['S.md', 'A.md', 'P.md'])
  })

  test('a record that is no object, or whose content is no text, is an error that names it', () => {
    const message = (files: unknown) => thrown(() => buildBootstrapContextFiles(files as never)).message
    expect(message([file('SOUL.md', 'x'), null])).toBe('files[1] must be an object')
    expect(message([{ name: 'A', path: '/a', content: 5 }])).toBe('files[0].content must be a string')
    expect(message([{ path: '/a', content: '' }])).toBe('files[0].name must be a string')
    expect(message('x')).toBe('files must be an array of files')
    expect(message(null)).toBe('files must be an array of files')
    const thrower = { name: 'A', get path(): string { throw new RangeError('mine') } }
    expect(() => buildBootstrapContextFiles([thrower])).toThrow(new RangeError('mine'))
  })

  /** Reports B034, B036, B038, B083. */
  test('cuts never split a character, and text passes as it is', () => {
    const memory = [file('MEMORY.md', '文'.repeat(8_400))]
    for (let maxChars = 8_390; maxChars <= 8_410; maxChars += 1) expect(lengths(memory, { maxChars })[0]).toBeLessThanOrEqual(maxChars)
    const emoji = [file('SOUL.md', '😀'.repeat(500))]
    for (let maxChars = 1; maxChars < 300; maxChars += 1) {
      const [{ content } = { content: '' }] = buildBootstrapContextFiles(emoji, { maxChars })
      expect(content.length).toBeLessThanOrEqual(maxChars)
      expect(isWhole(content)).toBe(true)
    }
    const kept = (content: string) => buildBootstrapContextFiles([file('A.md', content)])[0]!.content
    expect(kept('a\ud83db')).toBe('a\ud83db')
    expect(kept('\ufeffa\r\n\r\n\r\nb\0')).toBe('\ufeffa\r\n\r\n\r\nb\0')
    const ends = ['\ufeff', '\u00a0', '\u3000', '\u0085', '\u2028', '\u200b', '\u180e', '\u001c', '\0']
    expect(ends.map((end) => kept(`a${end}`).length)).toEqual([1, 1, 1, 2, 1, 2, 2, 2, 2])
  })

  test('a file that was found and not read has a marker with the reason', () => {
    const [marker] = buildBootstrapContextFiles([{ ...file('SOUL.md'), reason: 'hard-link' }])
    expect(marker!.content).toContain('(hard-link)')
    expect(marker!.content).toContain('/w/SOUL.md')
    expect(buildBootstrapContextFiles([file('SOUL.md')])[0]!.content).toBe('[MISSING] Expected at: /w/SOUL.md')
  })

  test('the fair policy shares, the outline cut keeps rules; both are off by default', () => {
    const files = [...['AGENTS.md', 'SOUL.md', 'TOOLS.md'].map((name) => file(name, 'x'.repeat(19_000))), file('IDENTITY.md', 'i'.repeat(500)), file('USER.md', 'u'.repeat(5_000)), file('MEMORY.md', 'm'.repeat(3_000))]
    expect(lengths(files)).toEqual([19_000, 19_000, 19_000, 500, 2_499])
    const fair = lengths(files, { budgetPolicy: 'fair' })
    expect(fair.slice(3)).toEqual([500, 5_000, 3_000])
    expect(fair.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(60_000)
    const prose = Array.from({ length: 90 }, (_, index) => `## Part ${index}\nwords that say little about part ${index}\n${index === 45 ? '禁止外泄密码\n' : ''}`).join('\n')
    const cut = (style?: 'outline') => buildBootstrapContextFiles([file('TOOLS.md', prose)], { maxChars: 900, cut: style ?? null })[0]!.content
    expect(cut('outline')).toContain('禁止外泄密码')
    expect(cut('outline').length).toBeGreaterThan(873)
    expect(cut()).not.toContain('禁止外泄密码')
    expect(thrown(() => buildBootstrapContextFiles(files, { budgetPolicy: 'equal' as never })).message).toBe('options.budgetPolicy must be one of in-order, fair')
    expect(thrown(() => buildBootstrapContextFiles(files, { cut: 'tail' as never })).message).toBe('options.cut must be one of middle, outline')
  })

  /** Reports B001, B004. */
  test('a long AGENTS.md keeps its rules in the middle; another file does not', () => {
    const lines = Array.from({ length: 400 }, (_, index) => (index === 200 ? '- you must lock the shed' : `line ${index} of plain prose`)).join('\n')
    const kept = (name: string) => buildBootstrapContextFiles([file(name, lines)], { maxChars: 3_000 })[0]!.content
    expect(kept('AGENTS.md')).toContain('- you must lock the shed')
    expect(kept('agents.md').length).toBeLessThanOrEqual(3_000)
    expect(kept('TOOLS.md')).not.toContain('- you must lock the shed')
  })

  /** Report B067. */
  test('the same input gives the same output every time', () => {
    const files = [file('AGENTS.md', '- must x\n'.repeat(900)), file('SOUL.md', 's')]
    const copy = structuredClone(files)
    const outputs = Array.from({ length: 8 }, () => JSON.stringify(buildBootstrapContextFiles(files, { maxChars: 1_000 })))
    expect(new Set(outputs).size).toBe(1)
    expect(files).toEqual(copy)
  })
})

describe('accounting', () => {
  const files = [file('AGENTS.md', 'a'.repeat(26_359)), file('SOUL.md', 's'.repeat(100)), file('USER.md')]
  const injected = buildBootstrapContextFiles(files)
  const stats = buildBootstrapInjectionStats({ bootstrapFiles: files, injectedFiles: injected })
  const analysis = analyzeBootstrapBudget({ files: stats, bootstrapMaxChars: 20_000, bootstrapTotalMaxChars: 60_000 })

  /** Reports B063, B065. */
  test('sizes and limits are told without reading the text', () => {
    expect(stats[0]).toEqual({ name: 'AGENTS.md', path: '/w/AGENTS.md', missing: false, rawChars: 26_359, injectedChars: injected[0]!.content.length, truncated: true })
    expect(stats[2]).toMatchObject({ missing: true, rawChars: 0, injectedChars: 33, truncated: false })
    expect(analysis.hasTruncation).toBe(true)
    expect(analysis.truncatedFiles.map(({ name, causes }) => [name, causes])).toEqual([['AGENTS.md', ['per-file-limit']]])
    expect(analysis.totals).toMatchObject({ rawChars: 26_459, bootstrapMaxChars: 20_000, nearLimitRatio: 0.85 })
  })

  /** Report B007. */
  test('a file that the total left no room for counts as cut, and the sum is above the limit', () => {
    const crowd = [file('AGENTS.md', 'a'.repeat(700)), file('SOUL.md', 's'.repeat(400))]
    const shown = buildBootstrapContextFiles(crowd, { totalMaxChars: 740 })
    const sizes = buildBootstrapInjectionStats({ bootstrapFiles: crowd, injectedFiles: shown })
    expect(sizes[1]).toMatchObject({ rawChars: 400, injectedChars: 0, truncated: true })
    const { totals } = analyzeBootstrapBudget({ files: sizes, bootstrapMaxChars: 20_000, bootstrapTotalMaxChars: 740 })
    expect(totals.rawChars / totals.bootstrapTotalMaxChars).toBeGreaterThan(1)
  })

  /** Report B112. */
  test('the mode decides whether a cut is announced, and only off hides it for good', () => {
    const warn = (mode: string | undefined, seenSignatures: string[] = []) => buildBootstrapPromptWarning({ analysis, mode: mode as never, seenSignatures })
    expect(warn(undefined).warningShown).toBe(true)
    expect(warn('sometimes').warningShown).toBe(true)
    const once = warn('once')
    expect([once.warningShown, warn('once', once.warningSignaturesSeen).warningShown]).toEqual([true, false])
    expect(warn('off')).toMatchObject({ warningShown: false, lines: [], warningSignaturesSeen: [], signature: once.signature })
    expect(buildBootstrapPromptWarning({ analysis, previousSignature: once.signature ?? null, mode: 'once' }).warningShown).toBe(false)
    expect(JSON.parse(once.signature!)).toEqual({
      bootstrapMaxChars: 20_000,
      bootstrapTotalMaxChars: 60_000,
      files: [{ path: '/w/AGENTS.md', rawChars: 26_359, injectedChars: injected[0]!.content.length, causes: ['per-file-limit'] }],
    })
    expect(buildBootstrapPromptWarning({ analysis, maxFiles: 0 }).lines[0]).toMatch(/^\+1 /)
    expect(buildBootstrapTruncationReportMeta({ analysis, warningMode: 'once', warning: once })).toEqual({
      warningMode: 'once',
      warningShown: true,
      promptWarningSignature: once.signature,
      warningSignaturesSeen: [once.signature],
      truncatedFiles: 1,
      nearLimitFiles: 1,
      totalNearLimit: false,
    })
  })

  test('the notice is for the system prompt, the block for the user prompt', () => {
    const { lines } = buildBootstrapPromptWarning({ analysis })
    expect(buildBootstrapPromptWarningNotice(lines)).toMatch(/^\[Bootstrap truncation warning\]\n.+\n.+$/)
    expect(buildBootstrapPromptWarningNotice([])).toBe(undefined)
    expect(buildBootstrapPromptWarningNotice(undefined)).toBe(undefined)
    const appended = appendBootstrapPromptWarning('hello', lines)
    expect(appended.startsWith('hello\n\n[Bootstrap truncation warning]\n')).toBe(true)
    expect(appended.split('\n- ')).toHaveLength(lines.length + 1)
    expect(appendBootstrapPromptWarning('beat', lines, { preserveExactPrompt: 'beat' })).toBe('beat')
    expect(appendBootstrapPromptWarning('hello', [])).toBe('hello')
  })

  test('wrong arguments are errors that name the field', () => {
    expect(thrown(() => analyzeBootstrapBudget({ files: [], bootstrapMaxChars: 1 } as never)).message).toBe('params.bootstrapTotalMaxChars is missing')
    expect(thrown(() => buildBootstrapPromptWarning({ analysis: {} as never })).message).toMatch(/^params\.analysis\.\w+ is missing$/)
    expect(thrown(() => buildBootstrapPromptWarning({ analysis, locale: 'not a tag' })).code).toBe('ERR_INVALID_LOCALE')
    expect(analyzeBootstrapBudget({ files: [], bootstrapMaxChars: Number.NaN, bootstrapTotalMaxChars: -1 }).totals).toMatchObject({ bootstrapMaxChars: 1, bootstrapTotalMaxChars: 1 })
  })
})

test('the shipped names are those of the help', () => {
  const help = readFileSync(new URL('../bin/help/render.txt', import.meta.url), 'utf8').replace(/\s+/g, ' ')
  expect(help).toContain(names.join(', '))
})
