import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildAgentSystemPrompt } from '../index.js'
import { beforeAll, describe, expect, test } from 'vitest'

import { root } from './support.js'

const workspaceDir = '/ws'
const expected = String(buildAgentSystemPrompt({ workspaceDir }).length)
let folder: string

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Packs the package and this platform's binary, and installs both in an empty folder. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clawprompt-package-'))
  const platform = join(folder, 'platform')
  mkdirSync(platform)
  const binary = `clawprompt.${process.platform}-${process.arch}-gnu.node`
  const name = `clawprompt-${process.platform}-${process.arch}-gnu`
  const { version } = JSON.parse(execFileSync('cat', [join(root, 'package.json')], { encoding: 'utf8' }))
  writeFileSync(join(platform, 'package.json'), JSON.stringify({ name, version, main: binary, files: [binary] }))
  execFileSync('cp', [join(root, binary), platform])
  const pack = (directory: string) =>
    join(folder, JSON.parse(npm(directory, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder))[0].filename)
  const tarballs = [pack(root), pack(platform)]
  const app = join(folder, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{"private":true}')
  npm(app, 'install', '--no-audit', '--no-fund', ...tarballs)
  folder = app
})

describe.each([
  ['20', [process.execPath]],
  ['22', ['npx', '--yes', 'node@22']],
  ['24', ['npx', '--yes', 'node@24']],
])('on Node %s', (version, [command, ...args]) => {
  const node = (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    return execFileSync(command!, [...args, file], { cwd: folder, encoding: 'utf8' }).trim()
  }

  test('it works from CommonJS and ESM', () => {
    const body = `console.log(process.versions.node.split('.')[0], buildAgentSystemPrompt({ workspaceDir: '/ws' }).length)`
    const major = command === process.execPath ? process.versions.node.split('.')[0] : version
    const said = `${major} ${expected}`
    expect(node('a.cjs', `const { buildAgentSystemPrompt } = require('clawprompt'); ${body}`)).toBe(said)
    expect(node('a.mjs', `import { buildAgentSystemPrompt } from 'clawprompt'; ${body}`)).toBe(said)
  })

  test('it works in two worker threads, one after the other and at once', () => {
    const text = `
      const { Worker, isMainThread, parentPort } = require('node:worker_threads')
      const { buildAgentSystemPrompt } = require('clawprompt')
      const length = () => buildAgentSystemPrompt({ workspaceDir: '/ws', skillsPrompt: 'x'.repeat(20000) }).length
      if (!isMainThread) parentPort.postMessage(length())
      else {
        const work = () => new Promise((done, fail) => new Worker(__filename).once('message', done).once('error', fail))
        ;(async () => {
          const all = [length(), await work(), await work(), ...(await Promise.all([work(), work()]))]
          console.log(all.length, new Set(all).size)
        })()
      }`
    expect(node('worker.cjs', text)).toBe('5 1')
  })

  test('its command line works', () => {
    const bin = join('node_modules', 'clawprompt', 'bin', 'clawprompt.js')
    const output = execFileSync(command!, [...args, bin, 'lint'], { cwd: folder, encoding: 'utf8' })
    expect(output).toBe('prompt definition: ok\n')
    const snapshots = execFileSync(command!, [...args, bin, 'snapshots', 'gen'], { cwd: folder, encoding: 'utf8' })
    expect(snapshots).toMatch(/^5 scenarios: \d+ files written, 0 removed, \d+ unchanged$/m)
  })
})

test.each(['node16', 'nodenext', 'bundler'])('it type-checks with moduleResolution %s', (moduleResolution) => {
  writeFileSync(
    join(folder, 'a.ts'),
    `import { buildAgentSystemPrompt } from 'clawprompt'\n` +
      `export const length: number = buildAgentSystemPrompt({ workspaceDir: '/ws' }).length\n`,
  )
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', '--strict', '--module', module, '--moduleResolution', moduleResolution]
  execFileSync(process.execPath, [tsc, ...flags, 'a.ts'], { cwd: folder, encoding: 'utf8' })
})

test('the package holds exactly this', () => {
  const [{ files }] = JSON.parse(npm(root, 'pack', '--json', '--dry-run', '--ignore-scripts'))
  const names: string[] = files.map(({ path }: { path: string }) => path)
  const folders = /^(bin|gateway)\//
  const tracked = execFileSync('git', ['ls-files', 'bin', 'gateway'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(names.filter((name) => folders.test(name)).sort()).toEqual(tracked.sort())
  expect(names.filter((name) => !folders.test(name)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.md',
    'index.d.ts',
    'index.js',
    'load-failure.js',
    'load.js',
    'package.json',
    'schema/order.json',
    'schema/overlay.json',
    'schema/section.json',
    'schema/texts.json',
    'tokens.d.ts',
    'tokens.js',
  ])
})

test('what needs a further package says which, and all else works without', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const text = "try { require('clawprompt/tokens').tokenCounter('o200k_base') } catch ({ code, message }) { console.log(code, message) }"
  expect(run('-e', text).stdout).toMatch(/^ERR_TOKENIZER_MISSING .*"npm install gpt-tokenizer"/)
  const program = 'node_modules/clawprompt/bin/clawprompt.js'
  const png = run(program, 'context', '.', 'map', '-o', 'map.png')
  expect([png.status, png.stderr]).toEqual([1, expect.stringContaining('"npm install sharp"')])
  expect(run(program, 'context', '.', 'map').stdout).toMatch(/^<svg /)
  expect(run(program, 'inspect', '.').stdout).toContain('id="map"')
})
