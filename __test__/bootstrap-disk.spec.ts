import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { loadWorkspaceBootstrapFiles, loadWorkspaceBootstrapFilesSync, resolveBootstrapContextForRun } from '../index.js'
import { describe, expect, test } from 'vitest'

import { random, root, temporary } from './support.js'

const names = ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'BOOTSTRAP.md', 'MEMORY.md']

describe('reading never blocks the event loop', () => {
  test('a pipe is refused at once, though nobody writes to it', async () => {
    const workspace = temporary()
    execFileSync('mkfifo', [join(workspace, 'SOUL.md'), join(workspace, 'MEMORY.md'), join(workspace, 'openclaw-workspace-state.json')])
    const start = performance.now()
    const files = await loadWorkspaceBootstrapFiles(workspace)
    const { diagnostics } = await resolveBootstrapContextForRun({ workspaceDir: workspace })
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(files.filter(({ reason }) => reason === 'not-a-file').map(({ name }) => name)).toEqual(['SOUL.md', 'MEMORY.md'])
    expect(diagnostics.map(({ reason }) => reason)).toContain('invalid-state')
  })

  test('a directory with many entries is not walked', () => {
    const workspace = temporary()
    writeFileSync(join(workspace, 'MEMORY.md'), 'm')
    for (let index = 0; index < 2_000; index += 1) writeFileSync(join(workspace, `note-${index}.md`), '')
    mkdirSync(join(workspace, 'deep'))
    for (let index = 0; index < 500; index += 1) mkdirSync(join(workspace, 'deep', `d${index}`))
    const calls = spawnSync('strace', ['-f', '-e', 'trace=getdents64', '-o', join(workspace, 'trace'), process.execPath, '-e', `require(${JSON.stringify(root)}).loadWorkspaceBootstrapFilesSync(${JSON.stringify(workspace)})`])
    if (calls.status === 0) {
      expect(readFileSync(join(workspace, 'trace'), 'utf8')).not.toContain('getdents64')
    } else {
      // Without strace: a walk over 2,500 entries takes longer than eight reads.
      loadWorkspaceBootstrapFilesSync(workspace)
      const start = performance.now()
      for (let round = 0; round < 20; round += 1) loadWorkspaceBootstrapFilesSync(workspace)
      const perLoad = (performance.now() - start) / 20
      const listing = performance.now()
      for (let round = 0; round < 20; round += 1) readdirSync(workspace, { recursive: true })
      expect(perLoad).toBeLessThan((performance.now() - listing) / 20)
    }
  })

  test('large files and wide globs leave the event loop free', async () => {
    const workspace = temporary()
    const text = 'жук '.repeat(250_000)
    for (const name of names) writeFileSync(join(workspace, name), text)
    for (let index = 0; index < 300; index += 1) {
      mkdirSync(join(workspace, 'packages', `p${index}`), { recursive: true })
      writeFileSync(join(workspace, 'packages', `p${index}`, 'TOOLS.md'), 'x'.repeat(200))
    }
    const load = () => loadWorkspaceBootstrapFiles(workspace, { extraFiles: ['**/TOOLS.md'] })
    const start = performance.now()
    loadWorkspaceBootstrapFilesSync(workspace, { extraFiles: ['**/TOOLS.md'] })
    const blocking = performance.now() - start
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 1)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const rounds = await Promise.all(Array.from({ length: 4 }, load))
    delay.disable()
    clearInterval(timer)
    expect(rounds.every((files) => files.length === 8 + 301)).toBe(true)
    expect(ticks).toBeGreaterThan(3)
    // What is left on the loop is making strings; four blocking loads would take four times as long.
    expect(delay.max / 1e6).toBeLessThan(Math.max(4 * blocking, 250))
  })
})

test('a file that changes while it is read is delivered whole, in one state or the other', async () => {
  const workspace = temporary()
  const states = ['a', 'b'].map((unit) => unit.repeat(500_000))
  writeFileSync(join(workspace, 'SOUL.md'), states[0]!)
  let turn = 0
  const timer = setInterval(() => {
    writeFileSync(join(workspace, 'next'), states[(turn += 1) % 2]!)
    renameSync(join(workspace, 'next'), join(workspace, 'SOUL.md'))
  }, 1)
  try {
    for (let round = 0; round < 40; round += 1) {
      const [, soul] = await loadWorkspaceBootstrapFiles(workspace)
      expect(states).toContain(soul!.content)
    }
  } finally {
    clearInterval(timer)
  }
  expect(turn).toBeGreaterThan(1)
})

describe('the same bytes whatever the order of entries and the locale', () => {
  const locales = ['en-US', 'tr-TR', 'da-DK', 'C']

  /** Everything that a run and a rendered prompt say about a workspace, from a process of its own. */
  function fingerprint(workspace: string, locale: string): string {
    const code = `
      const { createHash } = require('node:crypto')
      const clawprompt = require(${JSON.stringify(root)})
      const workspaceDir = process.argv[1]
      const run = clawprompt.resolveBootstrapContextForRunSync({ workspaceDir, sessionKey: 'agent:main:main', extraFiles: ['**/*.md'], maxChars: 900 })
      const prompt = clawprompt.buildAgentSystemPrompt({ workspaceDir: '/w', contextFiles: run.contextFiles })
      const text = JSON.stringify([run, prompt]).replaceAll(workspaceDir, '/w')
      process.stdout.write(run.bootstrapFiles.length + ' ' + createHash('sha256').update(text).digest('hex'))`
    const env = { PATH: process.env['PATH'], LC_ALL: locale.includes('-') ? `${locale.replace('-', '_')}.UTF-8` : locale }
    return execFileSync(process.execPath, ['-e', code, workspace], { encoding: 'utf8', env })
  }

  function plant(workspace: string, files: [string, string][], seed: number) {
    const next = random(seed)
    const shuffled = files.map((file) => ({ file, key: next() })).sort((left, right) => left.key - right.key)
    for (const { file: [path, text] } of shuffled) {
      mkdirSync(join(workspace, path, '..'), { recursive: true })
      writeFileSync(join(workspace, path), text)
    }
  }

  const generated = (count: number): [string, string][] =>
    Array.from({ length: count }, (_, index) => {
      const name = names[index % 8]!
      const folder = index < 8 ? '' : `p${String(index).padStart(3, '0')}/${['İ', 'ß', 'a', 'Å'][index % 4]}/`
      return [`${folder}${name}`, `${name} ${index} жук 😀\n- must ${'x'.repeat(index * 7)}`]
    })

  test.each([['0 files', generated(0), 7], ['8 files', generated(8), 8], ['200 files', generated(200), 200]] as const)('%s', (_, files, records) => {
    const prints = new Set<string>()
    for (const [index, locale] of locales.entries()) {
      const workspace = temporary()
      plant(workspace, [...files], index + 1)
      prints.add(fingerprint(workspace, locale))
    }
    expect([...prints]).toEqual([expect.stringMatching(new RegExp(`^${records} `))])
  })

  test('the example workspace', () => {
    const prints = new Set<string>()
    for (const locale of locales) {
      const workspace = temporary()
      cpSync(join(root, 'examples/workspace'), workspace, { recursive: true })
      prints.add(fingerprint(workspace, locale))
    }
    expect(prints.size).toBe(1)
  })
})
