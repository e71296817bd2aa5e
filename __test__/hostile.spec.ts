import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as clawprompt from '../index.js'
import { describe, expect, test } from 'vitest'

import { root, temporary, thrown } from './support.js'

const { buildAgentSystemPrompt, loadGatewayConfigSync, parseFrontmatterBlock, PromptBuilder } = clawprompt
const base = { workspaceDir: '/ws' }
const build = (params: unknown) => buildAgentSystemPrompt(params as never)

describe('what contains itself or never ends is an error, not the end of the process', () => {
  const cyclic: Record<string, unknown> = { list: [] }
  cyclic['self'] = cyclic
  let deep: unknown = {}
  for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? [deep] : { section: deep }

  test.each([[cyclic], [{ section: deep }], [{ add: { x: cyclic } }]])('as an overlay', (overlay) => {
    expect(thrown(() => new PromptBuilder({ overlays: [overlay] }))).toEqual({
      code: 'ERR_INVALID_OVERLAY',
      message: 'overlays[0] is nested deeper than 100 levels',
    })
  })

  test.each(['[', '{a:', "['}]',", '[/*]*/'])('as a config of 100,000 times %s', (open) => {
    const path = join(temporary(), 'config.json5')
    writeFileSync(path, `{a: ${open.repeat(100_000)}`)
    const { code, message } = thrown(() => loadGatewayConfigSync(path))
    expect(code).toBe('ERR_CONFIG_SYNTAX')
    expect(message).toContain('nested deeper than 100 levels')
  })

  test.each(['[', '- ', '? ', '{a: '])("as a skill's header of 20,000 times %s", (open) => {
    expect(typeof parseFrontmatterBlock(`---\nname: x\nbody: ${open.repeat(20_000)}\n---\n`)).toBe('object')
  })

  test('as an array of holes', () => {
    const holes = new Array(2 ** 32 - 1)
    const message = 'an array has more than 1000000 entries'
    for (const name of ['toolNames', 'contextFiles', 'memoryLines']) {
      expect(thrown(() => build({ ...base, [name]: holes }))).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
    }
    expect(thrown(() => clawprompt.mergePromptHookResults(holes))).toEqual({
      code: 'ERR_INVALID_PARAMETER',
      message: 'results has more than 1000000 entries',
    })
  })
})

describe('a text that is none is an error that names the argument', () => {
  const secret = { content: 'do not print me' } as never
  const builder = new PromptBuilder()
  test.each<[string, () => unknown]>([
    ['prompt', () => clawprompt.splitSystemPromptCacheBoundary(secret)],
    ['prompt', () => clawprompt.stripSystemPromptCacheBoundary(secret)],
    ['prompt', () => clawprompt.ensureSystemPromptCacheBoundary(secret)],
    ['prompt', () => clawprompt.prependSystemPromptAdditionAfterCacheBoundary(secret, 'x')],
    ['prompt', () => clawprompt.appendModelIdentitySystemPrompt(secret, 'x')],
    ['model', () => clawprompt.appendModelIdentitySystemPrompt('x', secret)],
    ['prompt', () => clawprompt.appendBootstrapPromptWarning(secret)],
    ['text', () => clawprompt.estimateTokens(secret)],
    ['content', () => parseFrontmatterBlock(secret)],
    ['turnContext', () => clawprompt.prefixCodexRequest(secret, 'x')],
    ['request', () => clawprompt.prefixCodexRequest('x', secret)],
    ['sourceDir', () => clawprompt.remapContextFilesToWorkspace([], secret, 'x')],
    ['targetDir', () => clawprompt.remapContextFilesToWorkspace([], 'x', secret)],
    ['workspaceDir', () => clawprompt.readPostCompactionContextSync(secret, { nowMs: 0 })],
    ['session', () => builder.forgetSession(secret)],
    ['session', () => builder.renderForSession(secret, base)],
  ])('%s of call %#', (name, call) => {
    expect(thrown(call)).toEqual({ code: 'ERR_INVALID_PARAMETER', message: `${name} must be a string, not an object` })
  })

  test('and so are options and overlays of another kind', () => {
    const make = (options: unknown) => thrown(() => new PromptBuilder(options as never))
    expect(make(5)).toEqual({ code: 'ERR_INVALID_PARAMETER', message: 'options must be an object' })
    expect(make({ overlays: {} })).toEqual({ code: 'ERR_INVALID_PARAMETER', message: 'overlays must be an array' })
    expect(make({ overlays: [5] }).code).toBe('ERR_INVALID_OVERLAY')
    expect(new PromptBuilder(null).describe()).toEqual([])
    expect(new PromptBuilder({ overlays: null }).describe()).toEqual([])
  })
})

describe('objects that lie', () => {
  test.each([1.5, '2', NaN, -1, 0, undefined])('an array whose length is %s counts as what was read of it', (length) => {
    const list = ['read', 'exec', 'message']
    const lying = new Proxy(list, { get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)) })
    const read = list.slice(0, Math.max(0, Math.ceil(Number(length) || 0)))
    const prompt = build({ ...base, toolNames: lying, extraSystemPrompt: 'The end.' })
    expect(prompt).toBe(build({ ...base, toolNames: read, extraSystemPrompt: 'The end.' }))
  })

  test('an array that is emptied while it is read has holes', () => {
    const files: unknown[] = []
    files.push({ get path() { files.length = 0; return 'a.md' }, content: 'x' }, { path: 'b.md', content: 'y' })
    expect(thrown(() => build({ ...base, contextFiles: files }))).toEqual({
      code: 'ERR_INVALID_PARAMETER',
      message: 'contextFiles[1] must be an object, not undefined',
    })
  })

  test('an object without a text of its own is no reason to fail where no text is needed', () => {
    const mute = Object.create(null)
    expect(build({ ...base, reasoningTagHint: mute, acpEnabled: mute })).toBe(build({ ...base, reasoningTagHint: true }))
    for (const [value, kind] of [[mute, 'an object'], [Symbol('x'), 'a symbol']]) {
      const message = `workspaceDir must be a string, not ${kind}`
      expect(thrown(() => build({ workspaceDir: value }))).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
    }
  })

  test('what a getter throws reaches the caller unchanged', () => {
    const error = new RangeError('mine')
    const params = { ...base, get toolNames(): string[] { throw error } }
    expect(() => build(params)).toThrow(error)
    expect(() => new PromptBuilder({ get overlays(): never { throw error } })).toThrow(error)
  })
})

test.each([new TypeError('mine'), 'a text', 5, null, undefined])('what a listener throws is what the caller catches: %s', (error) => {
  const warn = () => { throw error }
  const workspaceDir = temporary()
  writeFileSync(join(workspaceDir, 'AGENTS.md'), 'x'.repeat(200))
  const files = [{ name: 'AGENTS.md', path: 'AGENTS.md', content: 'x'.repeat(200) }]
  const caught: unknown[] = []
  for (const call of [
    () => clawprompt.buildBootstrapContextFiles(files, { maxChars: 100, warn }),
    () => clawprompt.resolveBootstrapContextForRunSync({ workspaceDir, maxChars: 100, warn }),
  ]) {
    try { call() } catch (thrown) { caught.push(thrown) }
  }
  expect(caught).toEqual([error, error])
  expect(caught[0]).toBe(error)
})

test('a counter may call the builder that called it', () => {
  const builder = new PromptBuilder()
  let depth = 0
  const countTokens = (text: string) => {
    depth += 1
    if (depth < 3) {
      builder.renderForSession('s', { ...base, extraSystemPrompt: `inner ${depth}` }, { countTokens })
      builder.forgetSession('s')
      for (let other = 0; other < 30; other += 1) builder.renderForSession(`t${other}`, base)
    }
    return text.length
  }
  builder.renderForSession('s', base)
  const { change } = builder.renderForSession('s', { ...base, extraSystemPrompt: 'new' }, { countTokens })
  expect(change?.firstDifference?.section).toBe('extra_context')
  expect(depth).toBeGreaterThan(2)
})

test('a prompt with nothing below its boundary is remembered without its prefix', () => {
  const { sections } = clawprompt.renderAgentSystemPrompt({ ...base, runtimeInfo: { channel: 'telegram' } })
  const section: Record<string, { drop: true }> = {}
  for (const { id, placement } of sections) if (placement === 'dynamic' && id !== 'extra_context') section[id] = { drop: true }
  const builder = new PromptBuilder({ overlays: [{ section }] })
  const turns = [{}, { extraSystemPrompt: 'x' }, {}, { extraSystemPrompt: 'y' }].map((turn) => ({ ...base, ...turn }))
  expect(builder.build(turns[0]!).endsWith(' -->\n')).toBe(true)
  for (const turn of turns) {
    expect(builder.build(turn)).toBe(builder.render(turn).text)
    expect(builder.parts(turn).dynamicSuffix).toBe(builder.render(turn).dynamicSuffix)
  }
})

test('figures beyond every limit are figures', () => {
  const stat = { name: 'a', path: 'a', missing: false, rawChars: 1e308, injectedChars: 1e308, truncated: true }
  const analysis = clawprompt.analyzeBootstrapBudget({ files: [stat, stat], bootstrapMaxChars: 1, bootstrapTotalMaxChars: 1 })
  expect(analysis.totals.rawChars).toBeGreaterThan(1e19)
  const limits = { agents: { defaults: { contextLimits: { toolResultMaxChars: 1e300 } } } }
  const { maxChars } = clawprompt.resolveToolResultLimits({ contextWindowTokens: Infinity, config: limits }) as never
  expect(maxChars).toBeGreaterThan(0)
})

test('a global that is missing while the addon loads is missed by the calls that need it, not by loading', () => {
  const script = `
    const kept = globalThis.Map
    globalThis.Map = undefined
    const { buildAgentSystemPrompt, PromptBuilder } = require(${JSON.stringify(join(root, 'index.js'))})
    try { buildAgentSystemPrompt({ workspaceDir: '/ws' }) } catch (error) { console.log(error.message) }
    globalThis.Map = kept
    const prompt = buildAgentSystemPrompt({ workspaceDir: '/ws' })
    console.log(prompt.length > 1_000, new PromptBuilder().build({ workspaceDir: '/ws' }) === prompt)`
  const said = 'Map is not a constructor\ntrue true\n'
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe(said)
})

test('prompts that are collected while an exception leaves the addon do not end the process', () => {
  const script = `
    const { buildAgentSystemPrompt, PromptBuilder } = require(${JSON.stringify(join(root, 'index.js'))})
    const builder = new PromptBuilder()
    const own = { get workspaceDir() { throw new Error('own' + '!'.repeat(number % 30)) } }
    const overlay = { get name() { throw new Error('own') }, toml: '' }
    const calls = [
      () => builder.parts(own),
      () => builder.render(own),
      () => builder.build({ workspaceDir: 5 }),
      () => new PromptBuilder({ overlays: [overlay] }),
    ]
    const said = new Set()
    let number = 0
    for (const end = Date.now() + 1_500; Date.now() < end; number += 1) {
      buildAgentSystemPrompt({ workspaceDir: '/w' + (number % 100), sessionKey: 's' + number })
      for (const call of [...calls, ...calls, ...calls, ...calls]) {
        try {
          call()
          said.add('nothing')
        } catch (error) {
          said.add(error.code ?? error.message.replace(/!+$/, ''))
        }
      }
    }
    console.log([...said].sort().join())`
  // With these flags V8 collects everything at each occasion.
  const flags = ['--gc-global', '--max-semi-space-size=1']
  expect(execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' })).toBe('ERR_INVALID_PARAMETER,own\n')
})
