import { spawnSync } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { read, root, temporary } from './support.js'

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

interface Row {
  name: string
  path: string
  state: string
  rawChars: number
  injectedChars: number
  cutChars: number
  why?: string
}

const rows = (...args: string[]): Row[] => JSON.parse(run('files', ...args, '--json').stdout).files
const states = (...args: string[]) => Object.fromEntries(rows(...args).map(({ name, state }) => [name, state]))
const example = 'examples/workspace'

/** A copy of the example workspace that a test may change. */
function workspace(): string {
  const directory = join(temporary(), 'w')
  cpSync(join(root, example), directory, { recursive: true })
  return directory
}

test('there is a row for every file, and a sum', () => {
  const { status, stdout, stderr } = run('files', example)
  const lines = stdout.trimEnd().split('\n')
  expect([status, stderr, lines.length]).toEqual([0, '', 10])
  expect(lines[0]).toMatch(/^file +state +raw +injected +cut +why$/)
  expect(lines[1]).toMatch(/^AGENTS\.md +whole +1079 +1079 +0$/)
  expect(lines[9]).toBe('6450 of 60000 UTF-16 code units')
})

test('what was cut is told, with the limit that did it', () => {
  const tight = rows(example, '--max-chars', '700', '--total-max-chars', '2000')
  expect(tight.slice(0, 4).map(({ state, injectedChars, cutChars, why }) => [state, injectedChars, cutChars, why])).toEqual([
    ['cut', 700, 379, 'limit for one file: 700'],
    ['cut', 699, 125, 'limit for one file: 700'],
    ['cut', 600, 179, '601 of the 2000 for all files'],
    ['dropped', 0, 548, 'no room in the 2000 for all files'],
  ])
  const fair = rows(example, '--total-max-chars', '2000', '--policy', 'fair', '--cut', 'outline')
  expect(fair.every(({ state, injectedChars }) => state === 'cut' && injectedChars > 0)).toBe(true)
  expect(fair.reduce((sum, { injectedChars }) => sum + injectedChars, 0)).toBeLessThanOrEqual(2_000)
})

test('session, kind and context leave files out, and the row says which', () => {
  expect(states(example, '--session', 'agent:main:subagent:1')).toMatchObject({ 'AGENTS.md': 'whole', 'SOUL.md': 'left-out' })
  expect(rows(example, '--session', 'subagent:1').find(({ name }) => name === 'SOUL.md')).toMatchObject({ rawChars: 824, injectedChars: 0, why: 'this kind of session does not see it' })
  expect(states(example, '--session', 'agent:main:cron:1')).toMatchObject({ 'SOUL.md': 'whole', 'MEMORY.md': 'left-out' })
  expect(states(example, '--kind', 'heartbeat', '--context', 'lightweight')).toMatchObject({ 'HEARTBEAT.md': 'whole', 'AGENTS.md': 'left-out' })
  expect(states(example, '--kind', 'commitment-only')).toMatchObject({ 'HEARTBEAT.md': 'left-out' })
})

test('BOOTSTRAP.md is shown only to a run that carries the setup out', () => {
  expect(states(example)).toMatchObject({ 'BOOTSTRAP.md': 'whole' })
  expect(rows(example, '--session', 'acp:1').find(({ name }) => name === 'BOOTSTRAP.md')).toMatchObject({ state: 'not-shown', injectedChars: 0, why: 'setup mode none' })
  const done = workspace()
  writeFileSync(join(done, 'openclaw-workspace-state.json'), '{"setupCompletedAt":"2026-01-01"}')
  expect(rows(done).find(({ name }) => name === 'BOOTSTRAP.md')).toMatchObject({ state: 'left-out', why: 'the setup is completed' })
})

test('a file that is missing, refused or empty says so, and a warning names it', () => {
  const directory = workspace()
  writeFileSync(join(directory, 'USER.md'), ' \n')
  writeFileSync(join(directory, 'SOUL.md'), Buffer.from([0xff]))
  linkSync(join(directory, 'AGENTS.md'), join(directory, 'second-name.md'))
  const { stdout } = run('files', directory)
  expect(stdout).toMatch(/^AGENTS\.md +missing +0 +\d+ +0 +hard-link$/m)
  expect(stdout).toMatch(/^USER\.md +empty +0 +0 +0 +nothing but white space$/m)
  expect(stdout).toContain(`warning: ${join(directory, 'AGENTS.md')}: hard-link\n`)
  expect(stdout).toContain(`warning: ${join(directory, 'SOUL.md')}: invalid-utf8\n`)
  const empty = temporary()
  expect(states(empty)).toMatchObject({ 'AGENTS.md': 'missing', 'BOOTSTRAP.md': 'missing' })
  expect(rows(empty).find(({ name }) => name === 'MEMORY.md')).toBe(undefined)
})

test('a config sets limits, agent and workspace', () => {
  const directory = workspace()
  mkdirSync(join(directory, 'docs'))
  writeFileSync(join(directory, 'docs/AGENTS.md'), 'nested')
  const config = join(directory, 'openclaw.json')
  const agents = { defaults: { workspace: directory, bootstrapMaxChars: 500, heartbeat: { every: '0m' } }, list: [{ id: 'main' }, { id: 'ops', workspace: directory, bootstrapMaxChars: 900 }] }
  const hooks = { internal: { entries: { 'bootstrap-extra-files': { paths: ['docs/AGENTS.md'] } } } }
  writeFileSync(config, JSON.stringify({ agents, hooks }))
  const main = rows('--config', config)
  expect(main[0]).toMatchObject({ name: 'AGENTS.md', injectedChars: 500 })
  expect(main.find(({ name }) => name === 'HEARTBEAT.md')).toMatchObject({ state: 'left-out', why: 'no heartbeats for this agent' })
  expect(main.filter(({ name }) => name === 'AGENTS.md').map(({ path }) => path)).toEqual([join(directory, 'AGENTS.md'), join(directory, 'docs/AGENTS.md')])
  expect(run('files', '--config', config).stdout).toContain(`\n${join(directory, 'docs/AGENTS.md')} `)
  expect(rows('--config', config, '--agent', 'ops')[0]).toMatchObject({ why: 'limit for one file: 900' })
})

test('render shows what files lists', () => {
  const prompt = (...args: string[]) => run('render', example, ...args).stdout
  expect(prompt()).toContain('\n## Bootstrap Pending\n')
  expect(prompt('--session', 'subagent:1')).not.toContain('people who coil their ropes')
  expect(prompt('--session', 'subagent:1')).not.toContain('\n## Messaging\n')
  expect(prompt('--max-chars', '300')).toContain('[Bootstrap truncation warning]')
  expect(prompt()).not.toContain('[Bootstrap truncation warning]')
  expect(prompt('--kind', 'heartbeat', '--context', 'lightweight')).not.toContain('# How we work here')
  expect(run('explain', example, '--max-chars', '300').status).toBe(0)
})

test('wrong usage ends with 2, a lost workspace with 1', () => {
  for (const [args, message] of [
    [[], 'expected one directory, or --config'],
    [[example, '--kind', 'half'], '--kind is one of default, heartbeat, commitment-only, cron; not "half"'],
    [[example, '--context', 'half'], '--context is one of full, lightweight; not "half"'],
    [[example, '--policy', 'half'], '--policy is one of in-order, fair; not "half"'],
    [[example, '--cut', 'half'], '--cut is one of middle, outline; not "half"'],
    [[example, '--max-chars', '-1'], expect.stringContaining("'--max-chars'")],
    [[example, '--max-chars', 'NaN'], '--max-chars is a number of UTF-16 code units; not "NaN"'],
    [[example, '--agent', 'ops'], '--agent needs --config'],
  ] as const) {
    const { status, stdout, stderr } = run('files', ...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.split('\n')[0]!.replace('clawprompt: ', '')).toEqual(message)
  }
  const { status, stderr } = run('files', 'no/such')
  expect([status, stderr]).toEqual([1, `clawprompt: workspace ${join(root, 'no/such')} does not exist; create it, or pass the agent's workspace directory\n`])
  expect(run('files', 'package.json').stderr).toContain('is not a directory')
  expect(run('files', example, '--total-max-chars', '0').status).toBe(0)
})

test('the help is that of the file', () => {
  expect(run('files', '--help')).toEqual({ status: 0, stdout: read('bin/help/files.txt'), stderr: '' })
})
