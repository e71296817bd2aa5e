// Each kind of consumer, from the packed package in an empty folder. What the folders hold is what a consumer writes.

import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildAgentSystemPrompt } from '../index.js'
import { configureBerry, emptyFolder, installTools, manager, nodeOf, pack, serve, succeed, temporary } from './load-failures/package.mjs'
import { root } from './support.js'

const expected = String(buildAgentSystemPrompt({ workspaceDir: '/ws' }).length)
const print = `console.log(buildAgentSystemPrompt({ workspaceDir: '/ws' }).length)\n`
const sources = {
  'a.cjs': `const { buildAgentSystemPrompt } = require('clawprompt')\n${print}`,
  'a.mjs':
    `import clawprompt, { buildAgentSystemPrompt } from 'clawprompt'\nimport { createRequire } from 'node:module'\n` +
    `const required = createRequire(import.meta.url)('clawprompt')\n` +
    `if (required !== clawprompt || required.buildAgentSystemPrompt !== buildAgentSystemPrompt) throw new Error('two copies')\n${print}`,
  'a.test.js': `import { buildAgentSystemPrompt } from 'clawprompt'\ntest('renders', () => expect(buildAgentSystemPrompt({ workspaceDir: '/ws' })).toHaveLength(${expected}))\n`,
}

let packed: string
let registry: Awaited<ReturnType<typeof serve>>
const folders: string[] = []

beforeAll(async () => {
  await installTools()
  packed = temporary('packed')
  registry = await serve(await pack(packed))
})

afterAll(() => {
  registry.close()
  for (const folder of [packed, ...folders]) rmSync(folder, { recursive: true, force: true })
})

/** An empty folder with the sources above. */
function app(): string {
  const folder = emptyFolder(registry.address)
  folders.push(folder)
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
  return folder
}

const tool = (folder: string, name: string, ...args: string[]) => succeed(folder, ...manager(name, args))
const node = (folder: string, ...args: string[]) => succeed(folder, process.execPath, args)

describe.each([
  ['npm', 'npm', ['install', 'clawprompt']],
  ['npm without scripts', 'npm', ['install', '--ignore-scripts', 'clawprompt']],
  ['pnpm', 'pnpm', ['add', 'clawprompt']],
  ['pnpm without links in the store', 'pnpm', ['add', '--node-linker=hoisted', 'clawprompt']],
  ['yarn 1', 'yarn', ['add', 'clawprompt']],
  ['yarn 4 with node_modules', 'berry', ['add', 'clawprompt'], 'node-modules'],
  ['yarn 4 with PnP', 'berry', ['add', 'clawprompt'], 'pnp'],
] as const)('installed by %s', (_, name, args, linker?: 'node-modules' | 'pnp') => {
  let folder: string
  beforeAll(async () => {
    folder = app()
    if (linker) configureBerry(folder, registry.address, linker)
    await tool(folder, name, ...args)
  })

  test.each(['a.cjs', 'a.mjs'])('%s runs', async (file) => {
    const output = linker ? await tool(folder, name, 'node', file) : await node(folder, file)
    expect(output.trim()).toBe(expected)
  })
})

describe('installed', () => {
  let folder: string
  beforeAll(async () => {
    folder = app()
    await tool(folder, 'npm', 'install', 'clawprompt')
  })

  test('esbuild can leave it outside the bundle', async () => {
    await succeed(folder, join(root, 'tools/node_modules/.bin/esbuild'), ['a.mjs', '--bundle', '--platform=node', '--format=esm', '--external:clawprompt', '--outfile=out.mjs'])
    expect((await node(folder, 'out.mjs')).trim()).toBe(expected)
  })

  test('esbuild can copy it', async () => {
    await succeed(folder, join(root, 'tools/node_modules/.bin/esbuild'), ['a.cjs', '--bundle', '--platform=node', '--loader:.node=copy', '--outdir=copied'])
    expect((await node(temporaryCopy(folder, 'copied'), 'a.js')).trim()).toBe(expected)
  })

  test.each([
    ['leave it outside the bundle', `externals: { clawprompt: 'commonjs clawprompt' }`, false],
    ['copy it', `module: { rules: [{ test: /\\.node$/, loader: '${join(root, 'tools/node_modules/node-loader')}' }] }`, true],
  ])('webpack can %s', async (name, setting, moved) => {
    const out = `webpack-${moved}`
    writeFileSync(
      join(folder, 'webpack.config.cjs'),
      `module.exports = { mode: 'production', target: 'node', entry: './a.cjs', output: { path: __dirname + '/${out}', filename: 'a.js' }, ${setting} }\n`,
    )
    await node(folder, join(root, 'tools/node_modules/webpack/bin/webpack.js'), '--config', 'webpack.config.cjs')
    expect((await node(moved ? temporaryCopy(folder, out) : join(folder, out), 'a.js')).trim()).toBe(expected)
  })

  test.each(['forks', 'threads'])("vitest's %s load it", async (pool) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const output = await node(folder, vitest, 'run', '--root', folder, '--globals', '--pool', pool, '--reporter=json')
    expect(JSON.parse(output)).toMatchObject({ success: true, numPassedTests: 1 })
  })

  test.each([
    [20, '--experimental-permission'],
    [22, '--experimental-permission'],
    [24, '--permission'],
  ])("Node %s's permission model allows it with --allow-addons", async (major, flag) => {
    const binary = await nodeOf(major)
    const output = await succeed(folder, binary, [flag, '--allow-addons', '--allow-fs-read=*', 'a.cjs'])
    expect(output.trim()).toBe(expected)
  })
})

/** Copies a bundle to where nothing else is, so that only what it carries can be found. */
function temporaryCopy(folder: string, name: string): string {
  const copy = temporary('bundle')
  folders.push(copy)
  cpSync(join(folder, name), copy, { recursive: true })
  return copy
}
