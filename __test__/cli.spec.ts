import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildAgentSystemPrompt } from '../index.js'
import { expect, test } from 'vitest'

import { read, root } from './support.js'

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const overlay = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'clawprompt-')), 'house.toml')
  writeFileSync(file, text)
  return file
}

test('render prints the prompt of a workspace', () => {
  const names = ['AGENTS', 'SOUL', 'TOOLS', 'IDENTITY', 'USER', 'HEARTBEAT', 'BOOTSTRAP', 'MEMORY']
  const contextFiles = names.map((name) => ({
    path: join(root, `examples/workspace/${name}.md`),
    content: read(`examples/workspace/${name}.md`).trimEnd(),
  }))
  const expected = buildAgentSystemPrompt({
    workspaceDir: join(root, 'examples/workspace'),
    contextFiles,
    bootstrapMode: 'full',
    toolNames: ['read', 'exec'],
    runtimeInfo: { channel: 'telegram', model: 'm/1' },
  })
  const args = ['examples/workspace', '--channel', 'telegram', '--model', 'm/1', '--tools', 'read, exec']
  expect(run('render', ...args)).toEqual({ status: 0, stdout: `${expected}\n`, stderr: '' })
})

test('render prints JSON and the map', () => {
  const json = JSON.parse(run('render', 'examples/workspace', '--json').stdout)
  expect(Object.keys(json)).toEqual(['text', 'stablePrefix', 'dynamicSuffix', 'sections', 'blocks', 'inputs'])
  const map = run('render', 'examples/workspace', '--map').stdout.split('\n')
  expect(map[0]).toMatch(/^section +placement +source +start +length +sha256$/)
  expect(map).toContain(`${json.text.length} UTF-16 code units`)
})

test('an overlay applies, in render and in explain', () => {
  const file = overlay('[section.safety]\nappend = "Be kind."\n[section.silent_replies]\ndrop = true\n')
  expect(run('render', 'examples/workspace', '--overlay', file).stdout).toContain('\nBe kind.\n')
  const { stdout } = run('explain', 'examples/workspace', '--overlay', file, '--mode', 'minimal')
  expect(stdout).toMatch(/^safety\.appended +shown +8$/m)
  expect(stdout).toMatch(/^messaging\.cross_session +left out +0 +full$/m)
  expect(stdout).not.toContain('silent_replies')
  const { stdout: linted, status } = run('lint', file)
  expect(status).toBe(0)
  expect(linted).toMatch(/silent_replies +section dropped\n1 overlays: ok\n$/)
})

test('lint warns of lines that would make the cache miss', () => {
  const file = overlay('[[section.safety.insert]]\nkey = "k"\nafter = "no_goals"\nwhen = ["channel:irc"]\ntext = "x"\n')
  expect(run('lint', file).stdout).toContain('warning: safety.k stands above the cache boundary')
  expect(run('lint').stdout).toBe('prompt definition: ok\n')
})

test('wrong input ends with 1, wrong usage with 2, both on standard error', () => {
  expect(run('lint', overlay('[section.nope]\n'))).toMatchObject({ status: 1, stdout: '' })
  expect(run('render', 'no/such/directory')).toEqual({
    status: 1,
    stdout: '',
    stderr: `clawprompt: workspace ${join(root, 'no/such/directory')} does not exist; create it, or pass the agent's workspace directory\n`,
  })
  expect(run('lint', 'no-such.toml').stderr).toBe('clawprompt: cannot read no-such.toml: ENOENT\n')
  for (const args of [['nope'], ['render'], ['render', '.', '--nope'], ['render', '.', '--mode', 'half']]) {
    expect(run(...args)).toMatchObject({ status: 2, stdout: '' })
  }
  expect(run('render', '.', '--mode', 'half').stderr).toContain('allowed: full, minimal, none')
})

test('help and version go to standard output', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  for (const args of [[], ['help'], ['--help']]) {
    expect(run(...args)).toEqual({ status: 0, stdout: read('bin/help/clawprompt.txt'), stderr: '' })
  }
  for (const name of ['render', 'explain', 'files', 'context', 'diff', 'watch', 'inspect', 'snapshots', 'lint']) {
    expect(run(name, '--help').stdout).toBe(read(`bin/help/${name}.txt`))
    expect(run('help', name).stdout).toBe(read(`bin/help/${name}.txt`))
    expect(read('bin/help/clawprompt.txt')).toContain(`\n  ${name} `)
  }
})
