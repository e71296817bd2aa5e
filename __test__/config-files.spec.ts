import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'

import {
  findReferencePaths,
  findReferencePathsSync,
  findRepoRootSync,
  loadGatewayConfig,
  loadGatewayConfigSync,
  type LoadGatewayConfigOptions,
  loadTtsPreferences,
  loadTtsPreferencesSync,
  resolveAgentSystemPromptConfig,
  resolveGatewayPaths,
} from '../index.js'
import { describe, expect, test } from 'vitest'

import { root, thrown } from './support.js'

/** A folder with these files. */
function folder(files: Record<string, string>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'clawprompt-')))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  return directory
}

const outside = folder({ 'shared.json5': '{ shared: true }' })

/** What both twins say: the value, or code and message without the folder. */
async function load(files: Record<string, string>, options?: LoadGatewayConfigOptions) {
  const directory = folder(files)
  const path = join(directory, 'openclaw.json')
  const plain = (text: string) => text.replaceAll(`${directory}/`, '').replaceAll(outside, 'OUTSIDE')
  const failed = (error: unknown) => {
    expect(error).toBeInstanceOf(Error)
    const { code, message } = error as { code: string; message: string }
    return { code, message: plain(message) }
  }
  const done = ({ config, files }: { config: unknown; files: string[] }) => ({ config, files: files.map(plain) })
  const later = await loadGatewayConfig(path, options).then(done, failed)
  let now
  try {
    now = done(loadGatewayConfigSync(path, options))
  } catch (error) {
    now = failed(error)
  }
  expect(now).toEqual(later)
  return later
}

test('a config is JSON5 with includes and variables, read on and off the main thread', async () => {
  const files = {
    'openclaw.json': '{ a: { $include: "./sub/a.json5", own: 1 }, list: ["${NAME}", "$${NAME}"], /* fine */ }',
    'sub/a.json5': "{ b: 'x', own: 0 }",
  }
  expect(await load(files, { env: { NAME: 'value', OTHER: undefined } })).toEqual({
    config: { a: { b: 'x', own: 1 }, list: ['value', '${NAME}'] },
    files: ['openclaw.json', 'sub/a.json5'],
  })
})

test('the environment is that of the process unless the caller gives one', async () => {
  process.env['CLAWPROMPT_TEST'] = 'from the process'
  try {
    const files = { 'openclaw.json': '{ a: "${CLAWPROMPT_TEST}" }' }
    expect(await load(files)).toMatchObject({ config: { a: 'from the process' } })
    expect(await load(files, { env: {} })).toMatchObject({ code: 'ERR_CONFIG_VARIABLE' })
  } finally {
    delete process.env['CLAWPROMPT_TEST']
  }
})

test('a worker thread reads its own environment', async () => {
  const directory = folder({ 'openclaw.json': '{ a: "${CLAWPROMPT_WORKER}" }' })
  const code = `
    const { parentPort } = require('node:worker_threads')
    const { loadGatewayConfig } = require(${JSON.stringify(root)})
    loadGatewayConfig(${JSON.stringify(join(directory, 'openclaw.json'))}).then(({ config }) => parentPort.postMessage(config.a))`
  const answer = await new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, env: { CLAWPROMPT_WORKER: 'its own' } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  expect(answer).toBe('its own')
})

describe('an error has a code and names file, line and key, never a value', () => {
  test.each<[string, Record<string, string>, string, string | RegExp]>([
    [
      'no file',
      {},
      'ERR_CONFIG_UNREADABLE',
      /^cannot read config openclaw\.json: .+; check the path and its permissions$/,
    ],
    [
      'no JSON5',
      { 'openclaw.json': '{\n  a: hush }' },
      'ERR_CONFIG_SYNTAX',
      /^openclaw\.json:2:\d+: .+; the config must be JSON5$/,
    ],
    [
      'no object',
      { 'openclaw.json': '[]' },
      'ERR_CONFIG_SYNTAX',
      'openclaw.json: the config must be an object; write {} for an empty one',
    ],
    [
      'no include',
      { 'openclaw.json': '{\n\n  a: { $include: "b.json" } }' },
      'ERR_CONFIG_INCLUDE',
      /^openclaw\.json:3: a\.\$include: cannot read b\.json: /,
    ],
    [
      'no variable',
      { 'openclaw.json': '{ a: [\n "x ${NOPE} hush"] }' },
      'ERR_CONFIG_VARIABLE',
      /^openclaw\.json:2: a\[0\]: environment variable NOPE is not set; /,
    ],
    [
      'an include outside',
      { 'openclaw.json': `{ a: { $include: "${outside}/shared.json5" } }` },
      'ERR_CONFIG_INCLUDE',
      /^openclaw\.json:1: a\.\$include: OUTSIDE\/shared\.json5 is outside of the config folder/,
    ],
  ])('%s', async (_, files, code, message) => {
    const error = await load(files, { env: {} })
    expect(error).toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(JSON.stringify(error)).not.toContain('hush')
  })
})

test('includes may come from further folders that the caller or the environment names', async () => {
  const files = { 'openclaw.json': `{ a: { $include: "${outside}/shared.json5" } }` }
  const expected = { config: { a: { shared: true } } }
  expect(await load(files, { env: {}, includeRoots: [outside] })).toMatchObject(expected)
  expect(await load(files, { env: { OPENCLAW_INCLUDE_ROOTS: outside } })).toMatchObject(expected)
  const refused = await load(files, { env: { OPENCLAW_INCLUDE_ROOTS: outside }, includeRoots: [] })
  expect(refused).toMatchObject({ code: 'ERR_CONFIG_INCLUDE' })
})

test('a key __proto__ is a key like any other', async () => {
  const { config } = (await load({
    'openclaw.json': '{ "__proto__": { "polluted": true }, a: { __proto__: 1 } }',
  })) as { config: object }
  expect(Object.getPrototypeOf(config)).toBe(Object.prototype)
  expect((config as { polluted?: boolean }).polluted).toBeUndefined()
})

test('a loaded config goes straight into the resolver', () => {
  const directory = folder({
    'openclaw.json': '{ memory: { citations: "off" }, agents: { defaults: { models: { "a/b": { alias: "x" } } } } }',
  })
  const { config } = loadGatewayConfigSync(join(directory, 'openclaw.json'))
  expect(resolveAgentSystemPromptConfig({ config })).toMatchObject({
    memoryCitationsMode: 'off',
    modelAliasLines: ['- x: a/b'],
  })
})

test('folders of an agent come from the config and the environment', () => {
  const config = {
    agents: {
      defaults: { workspace: '~/shared' },
      list: [{ id: 'main' }, { id: 'ops', tts: { prefsPath: '/p.json' } }],
    },
  }
  const env = { HOME: '/h' }
  expect(resolveGatewayPaths({ config, env })).toEqual({
    homeDir: '/h',
    stateDir: '/h/.openclaw',
    workspaceDir: '/h/shared',
    ttsPreferencesPath: '/h/.openclaw/settings/tts.json',
  })
  expect(resolveGatewayPaths({ config, agentId: 'OPS', configPath: '/etc/claw/openclaw.json', env })).toEqual({
    homeDir: '/h',
    stateDir: '/etc/claw',
    workspaceDir: '/h/shared/ops',
    ttsPreferencesPath: '/p.json',
  })
})

test('stored speech preferences are read, and a broken file holds none', async () => {
  const directory = folder({ 'tts.json': '{"tts": {"auto": "always", "persona": null}}', 'bad.json': '{' })
  for (const [name, expected] of [
    ['tts.json', { auto: 'always', persona: null }],
    ['bad.json', {}],
    ['none.json', {}],
  ] as const) {
    const path = join(directory, name)
    expect(await loadTtsPreferences(path)).toEqual(expected)
    expect(loadTtsPreferencesSync(path)).toEqual(expected)
  }
  const ttsPreferences = loadTtsPreferencesSync(join(directory, 'tts.json'))
  expect(resolveAgentSystemPromptConfig({ config: {}, ttsPreferences }).ttsHint).toMatch(/./)
})

describe('V31: documentation and source', () => {
  const gateway = '{"name": "openclaw"}'
  const tree = folder({
    'ws/docs/docs.json': '',
    'bare/x': '',
    'checkout/package.json': gateway,
    'checkout/.git/HEAD': '',
    'checkout/docs/docs.json': '',
    'package/node_modules/openclaw/package.json': gateway,
    'package/node_modules/openclaw/docs/docs.json': '',
    'package/node_modules/openclaw/dist/m.js': '',
    'nodocs/node_modules/openclaw/package.json': gateway,
    'nodocs/node_modules/openclaw/dist/m.js': '',
  })
  const at = (path: string) => join(tree, path)

  test.each([
    [
      'a workspace with docs in a checkout',
      { workspaceDir: at('ws'), currentDir: at('checkout') },
      { docsPath: at('ws/docs'), sourcePath: at('checkout') },
    ],
    [
      'an npm package',
      { workspaceDir: at('bare'), moduleDir: at('package/node_modules/openclaw/dist') },
      { docsPath: at('package/node_modules/openclaw/docs') },
    ],
    [
      'a package without docs, whatever the current directory',
      { moduleDir: at('nodocs/node_modules/openclaw/dist'), currentDir: at('checkout') },
      {},
    ],
    ['nothing', { workspaceDir: at('bare') }, {}],
    ['no facts', {}, {}],
  ])('%s', async (_, request, expected) => {
    expect(await findReferencePaths(request)).toEqual(expected)
    expect(findReferencePathsSync(request)).toEqual(expected)
  })

  test('the repository is the configured one, else the one around the workspace', () => {
    expect(findRepoRootSync({ configured: at('bare'), workspaceDir: at('checkout/docs') })).toBe(at('bare'))
    expect(findRepoRootSync({ configured: at('none'), workspaceDir: at('checkout/docs') })).toBe(at('checkout'))
    expect(findRepoRootSync({ workspaceDir: at('bare'), currentDir: at('checkout') })).toBe(at('checkout'))
  })
})

test('wrong arguments throw at once, from the twins that return promises too', () => {
  for (const [call, message] of [
    [() => loadGatewayConfig(5 as never), 'path must be a string, not a number'],
    [() => loadGatewayConfigSync('x', { env: { A: 5 } } as never), 'options.env.A must be a string, not a number'],
    [
      () => loadGatewayConfigSync('x', { include: [] } as never),
      'options.include is not a known key; known are env, includeRoots',
    ],
    [() => findReferencePaths(undefined as never), 'params must be an object, not undefined'],
    [() => findReferencePathsSync({ cwd: '/' } as never), expect.stringMatching(/^params\.cwd is not a known key/)],
    [() => resolveGatewayPaths({} as never), 'params.config is missing'],
    [() => loadTtsPreferences(null as never), 'path must be a string, not null'],
  ] as const) {
    expect(thrown(call)).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
  }
})
