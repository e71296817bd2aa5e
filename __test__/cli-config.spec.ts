import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './support.js'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'clawprompt-')))
cpSync(join(root, 'examples/workspace'), join(home, 'shared'), { recursive: true })
cpSync(join(root, 'examples/workspace'), join(home, 'ops-desk'), { recursive: true })

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), ...args], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home, SHELL: '/bin/zsh', TZ: 'Asia/Tokyo', ALIAS: 'swift' },
  })
  return { status, stdout, stderr }
}

const file = (name: string, text: string) => {
  writeFileSync(join(home, name), text)
  return name
}

const config = file(
  'openclaw.json',
  `{
  agents: {
    $include: './agents.json5',
    list: [{ id: 'main' }, { id: 'ops', workspace: '~/ops-desk', model: 'acme/m9' }],
  },
  messages: { tts: { auto: 'always' } }, // spoken
}`,
)
file(
  'agents.json5',
  "{ defaults: { workspace: '~/shared', userTimezone: 'Europe/Paris', model: { primary: 'openai/gpt-5.5' }, models: { 'openai/gpt-5.5': { alias: '${ALIAS}' } } } }",
)

test('a run is rendered from a real config file and workspace', () => {
  const { status, stdout, stderr } = run('render', '--config', config)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const text of [
    '- swift: openai/gpt-5.5',
    'Europe/Paris',
    '<persona_latch>',
    '\n## Voice',
    `${home}/shared`,
    'shell=zsh',
    'agent=main',
    'model=openai/gpt-5.5',
  ]) {
    expect(stdout).toContain(text)
  }
})

test('the agent decides workspace and model; a directory beats its workspace', () => {
  const ops = run('render', '--config', config, '--agent', 'OPS').stdout
  expect(ops).toContain(`${home}/ops-desk`)
  expect(ops).toContain('model=acme/m9')
  expect(ops).not.toContain('<persona_latch>')
  expect(run('render', '--config', config, '--agent', 'ops', 'shared').stdout).toContain(`${home}/shared`)
})

test('each adapter gives its own prompt', () => {
  const headings = (...args: string[]) => run('render', '--config', config, ...args).stdout.match(/^## .*$/gm) ?? []
  const embedded = headings()
  expect(headings('--adapter', 'embedded')).toEqual(embedded)
  expect(embedded).not.toContain('## Heartbeats')
  expect(headings('--trigger', 'heartbeat')).toContain('## Heartbeats')
  expect(headings('--adapter', 'cli')).toContain('## Heartbeats')
  expect(headings('--adapter', 'compaction')).toContain('## Heartbeats')
  const preview = run('render', '--config', config, '--adapter', 'preview').stdout
  expect(preview).toContain('host=unknown')
  expect(preview).not.toContain('<persona_latch>')
  expect(headings('--session', 'agent:main:subagent:1')).not.toContain('## Model Aliases')
})

test('overlays, the map and explain work on a run too', () => {
  const overlay = file('house.toml', '[section.safety]\nappend = "Be kind."\n')
  expect(run('render', '--config', config, '--overlay', overlay).stdout).toContain('\nBe kind.\n')
  expect(run('render', '--config', config, '--map').stdout).toMatch(/^section +placement/)
  expect(run('explain', '--config', config, '--adapter', 'cli').stdout).toMatch(/^line +state/)
})

test('an unknown zone is a warning, and the host tells the time', () => {
  const name = file('zone.json', "{ agents: { defaults: { workspace: '~/shared', userTimezone: 'Not/AZone' } } }")
  const { status, stdout, stderr } = run('render', '--config', name)
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: "clawprompt: warning: zone.json: agents.defaults.userTimezone names no time zone; the host's is used\n",
  })
  expect(stdout).toContain('Asia/Tokyo')
  expect(stdout).not.toContain('Not/AZone')
})

test('an error in the config names file, line and key and ends with 1', () => {
  const bad = file('bad.json', '{\n  agents: { defaults: {\n    userTimezone: "${NOPE}" } } }')
  expect(run('render', '--config', bad)).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'clawprompt: bad.json:3: agents.defaults.userTimezone: environment variable NOPE is not set; set it, or write $${NOPE} for the text itself\n',
  })
  expect(run('render', '--config', file('broken.json', '{\n  a: ')).stderr).toMatch(
    /^clawprompt: broken\.json:\d+:\d+: /,
  )
  expect(run('render', '--config', 'none.json')).toMatchObject({ status: 1, stdout: '' })
  expect(run('render', '--config', config, '--agent', 'opps')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'clawprompt: openclaw.json: agents.list has no agent "opps"; it has main, ops\n',
  })
  const lost = file('lost.json', "{ agents: { defaults: { workspace: '/no/such' } } }")
  expect(run('render', '--config', lost).stderr).toBe("clawprompt: workspace /no/such does not exist; create it, or pass the agent's workspace directory\n")
})

test('wrong usage ends with 2', () => {
  for (const [args, message] of [
    [
      ['render', '--config', config, '--adapter', 'live'],
      'there is no adapter "live"; the adapters are embedded, cli, preview, compaction',
    ],
    [['render', 'shared', '--adapter', 'cli'], '--adapter needs --config'],
    [['render', 'shared', '--agent', 'ops'], '--agent needs --config'],
    [['render'], 'expected one directory, or --config'],
    [['explain'], 'expected one directory, or --config'],
  ] as const) {
    expect(run(...args)).toEqual({ status: 2, stdout: '', stderr: `clawprompt: ${message}\nTry "clawprompt help".\n` })
  }
  expect(run('help', 'render').stdout).toContain('--adapter NAME')
})
