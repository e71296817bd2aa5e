import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { estimateTokens } from '../index.js'
import { describe, expect, onTestFinished, test } from 'vitest'

import { read, root, temporary } from './support.js'

const fixtures = join(root, '__test__/fixtures/snapshots')
const shipped = ['discord-group', 'heartbeat', 'minimal', 'sub-agent', 'telegram-direct']

interface Process {
  cwd?: string
  env?: Record<string, string>
  imports?: string[]
}

function snapshots(args: string[], { cwd = root, env = {}, imports = [] }: Process = {}) {
  const options = imports.flatMap((path) => ['--import', path])
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...options, join(root, 'bin/clawprompt.js'), 'snapshots', ...args],
    { cwd, encoding: 'utf8', env: { ...process.env, ...env } },
  )
  return { status, stdout, stderr }
}

/** Files of a directory, by name. */
function filesIn(dir: string): Record<string, string> {
  const names = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(names.map(({ name }) => [name, readFileSync(join(dir, name), 'utf8')]))
}

function write(path: string, content: string | object) {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
}

/** A directory whose snapshots are up to date, with scenarios of its own. */
function generated(scenarios: Record<string, object> = {}, ...args: string[]): string {
  const dir = temporary()
  for (const [name, scenario] of Object.entries(scenarios)) write(join(dir, 'scenarios', `${name}.json`), scenario)
  expect(snapshots(['gen', '--dir', dir, ...args])).toMatchObject({ status: 0, stderr: '' })
  return dir
}

/** Scenarios and sections that `check` names. */
function named(stderr: string): { scenarios: string[]; sections: string[]; figures: string[] } {
  const all = (pattern: RegExp) => [...new Set([...stderr.matchAll(pattern)].map(([, name]) => name!))].sort()
  return {
    scenarios: all(/: scenario (\S+) differs$/gm),
    sections: all(/^ {2}(\S+ \/ .*|head)$/gm),
    figures: all(/^ {2}figures of layer (.*)$/gm),
  }
}

test("the project's own snapshots match, and each has a floor and a ceiling near its size", () => {
  const { status, stdout, stderr } = snapshots(['check'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const scenarios = filesIn(join(root, 'prompt-snapshots/scenarios'))
  expect(Object.keys(scenarios).length).toBeGreaterThanOrEqual(12)
  expect(stdout).toBe(`${Object.keys(scenarios).length} scenarios: all snapshots match\n`)
  for (const [name, text] of Object.entries(scenarios)) {
    const { min, max } = JSON.parse(text).size
    const { layers } = JSON.parse(read(`prompt-snapshots/${name}`))
    const ours = Object.values(layers as Record<string, { from: string; chars: number }>).filter(({ from }) => from === 'gateway')
    const sent = ours.reduce((sum, { chars }) => sum + chars, 0)
    expect(min, name).toBeLessThan(sent)
    expect(max, name).toBeGreaterThan(sent)
    expect(max / min, name).toBeLessThan(1.3)
  }
})

describe('a change of the prompt', () => {
  const reworded = (text: string) => `unprotect = ["safety"]\n[section.safety.line.no_goals]\ntext = "${text}"\n`

  test('of one word in Safety names that section in every scenario that has it, and nothing else', () => {
    const dir = join(temporary(), 'snapshots')
    cpSync(join(root, 'prompt-snapshots'), dir, { recursive: true })
    const words = /key = "no_goals"\ntext = "(.*)"/.exec(read('prompt/sections/safety.toml'))![1]!
    const overlay = join(temporary(), 'house.toml')
    writeFileSync(overlay, reworded(words))
    expect(snapshots(['check', '--dir', dir, '--overlay', overlay])).toMatchObject({ status: 0 })
    writeFileSync(overlay, reworded(words.replace('resources', 'supplies')))
    const { status, stdout, stderr } = snapshots(['check', '--dir', dir, '--overlay', overlay])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    const withSafety = Object.entries(filesIn(dir)).filter(([name, text]) => name.endsWith('.md') && text.includes('\n### safety\n'))
    expect(withSafety.length).toBeGreaterThan(9)
    expect(named(stderr)).toEqual({
      scenarios: withSafety.map(([name]) => name.slice(0, -3)).sort(),
      sections: ['developer_instructions / safety', 'system_prompt / safety'],
      figures: ['developer_instructions', 'system_prompt'],
    })
    expect(stderr).not.toMatch(/scenario embedded-bare/)
    expect(stderr).toMatch(/^ {4}- .*resources.*\n {4}\+ .*supplies/m)
    expect(stderr).toMatch(/\nclawprompt: the snapshots in .* do not match/)
  })

  test('of an order that does not matter changes nothing', () => {
    const base = { extends: 'telegram-direct', title: 'Order' }
    const lists = { toolNames: ['zeta', 'read', 'cron', 'alpha'], runtimeInfo: { capabilities: ['threads', 'inlineButtons'] } }
    const dir = generated({ order: { ...base, params: lists } })
    write(join(dir, 'scenarios/order.json'), {
      params: { runtimeInfo: { capabilities: ['inlineButtons', 'threads'] }, toolNames: ['alpha', 'cron', 'read', 'zeta'] },
      ...base,
    })
    expect(snapshots(['check', '--dir', dir])).toMatchObject({ status: 0, stderr: '' })
    const tools = JSON.parse(read('bin/snapshots/tools/messaging.json'))
    write(join(dir, 'tools.json'), tools.reverse())
    write(join(dir, 'scenarios/telegram-direct.json'), { extends: 'telegram-direct', tools: '../tools.json' })
    expect(snapshots(['check', '--dir', dir])).toMatchObject({ status: 0, stderr: '' })
    tools[0].description += '!'
    write(join(dir, 'tools.json'), tools)
    const { stderr } = snapshots(['check', '--dir', dir])
    expect(stderr).toMatch(/scenario telegram-direct differs\n {2}tools\n {4}- \| `web_search`/)
  })

  test('of a workspace file is named by its heading, or by the section that holds it', () => {
    const dir = temporary()
    write(join(dir, 'ws/SOUL.md'), 'Calm.')
    const scenario = { extends: 'telegram-direct', workspace: '../ws' }
    write(join(dir, 'scenarios/mine.json'), scenario)
    write(join(dir, 'scenarios/embedded.json'), { ...scenario, runtime: 'embedded' })
    snapshots(['gen', '--dir', dir])
    write(join(dir, 'ws/SOUL.md'), 'Wild.')
    expect(named(snapshots(['check', '--dir', dir]).stderr)).toEqual({
      scenarios: ['embedded', 'mine'],
      sections: ['collaboration_instructions / OpenClaw Agent Soul', 'system_prompt / project_context'],
      figures: ['collaboration_instructions', 'system_prompt'],
    })
  })
})

describe('check', () => {
  test('tells missing, different and stale files apart, and writes nothing', () => {
    const dir = generated({ mine: { extends: 'minimal', title: 'Mine' } })
    rmSync(join(dir, 'scenarios/mine.json'))
    rmSync(join(dir, 'heartbeat.json'))
    const json = readFileSync(join(dir, 'minimal.json'), 'utf8')
    writeFileSync(join(dir, 'minimal.json'), json.replace('"gpt-5.5"', '"gpt-4"'))
    writeFileSync(join(dir, 'minimal.md'), readFileSync(join(dir, 'minimal.md'), 'utf8').replace('# Minimal', '# Smallest'))
    const before = filesIn(dir)
    const { status, stderr } = snapshots(['check', '--dir', dir])
    expect(status).toBe(1)
    expect(stderr.split('\n').slice(0, -2)).toEqual([
      'heartbeat.json: missing',
      'minimal.md: scenario minimal differs',
      '  head',
      '    - # Smallest',
      '    + # Minimal',
      'minimal.json: scenario minimal differs',
      '  thread.model: "gpt-4" is now "gpt-5.5"',
      'mine.json: stale, no scenario renders it',
      'mine.md: stale, no scenario renders it',
    ])
    expect(filesIn(dir)).toEqual(before)
  })

  test('reads a checkout with other line ends', () => {
    const dir = generated()
    for (const [name, text] of Object.entries(filesIn(dir))) writeFileSync(join(dir, name), text.replaceAll('\n', '\r\n'))
    expect(snapshots(['check', '--dir', dir])).toMatchObject({ status: 0, stdout: '5 scenarios: all snapshots match\n' })
  })

  test('holds floor and ceiling of a scenario; gen warns', () => {
    const scenarios = { low: { extends: 'minimal', size: { max: 10 } }, high: { extends: 'minimal', size: { min: 90_000 } } }
    const dir = temporary()
    for (const [name, scenario] of Object.entries(scenarios)) write(join(dir, 'scenarios', `${name}.json`), scenario)
    const made = snapshots(['gen', '--dir', dir])
    expect(made).toMatchObject({ status: 0, stderr: expect.stringMatching(/^clawprompt: warning: high: .*fewer than the scenario's 90000$/m) })
    const { status, stderr } = snapshots(['check', '--dir', dir])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^low: the gateway sends \d+ code units, more than the scenario's 10$/m)
    expect(stderr).not.toContain('differs')
  })
})

describe('gen', () => {
  test('writes only what changed and says what', () => {
    const dir = generated()
    expect(Object.keys(filesIn(dir))).toEqual(shipped.flatMap((name) => [`${name}.json`, `${name}.md`]).sort())
    expect(snapshots(['gen', '--dir', dir]).stdout).toBe('5 scenarios: 0 files written, 0 removed, 10 unchanged\n')
    write(join(dir, 'scenarios/minimal.json'), { extends: 'minimal', input: 'Bye.' })
    expect(snapshots(['gen', '--dir', dir]).stdout).toBe(
      'wrote minimal.md\nwrote minimal.json\n5 scenarios: 2 files written, 0 removed, 8 unchanged\n',
    )
    write(join(dir, 'scenarios/minimal.json'), { skip: true })
    expect(snapshots(['gen', '--dir', dir]).stdout).toBe(
      'removed minimal.json\nremoved minimal.md\n4 scenarios: 0 files written, 2 removed, 8 unchanged\n',
    )
    expect(readdirSync(dir).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('never removes or replaces a file that it did not write', () => {
    const dir = generated()
    const own = { 'README.md': '# Ours\n', 'data.json': '{}\n', 'broken.json': '{' }
    for (const [name, text] of Object.entries(own)) writeFileSync(join(dir, name), text)
    expect(snapshots(['gen', '--dir', dir])).toMatchObject({ status: 0, stderr: '' })
    expect(filesIn(dir)).toMatchObject(own)
    writeFileSync(join(dir, 'minimal.md'), '# Mine\n')
    rmSync(join(dir, 'heartbeat.md'))
    const before = filesIn(dir)
    const { status, stderr } = snapshots(['gen', '--dir', dir])
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `clawprompt: ${dir}/minimal.md was not written by clawprompt snapshots; move it out of the way\n`,
    })
    expect(filesIn(dir)).toEqual(before)
  })

  test('leaves a copy of a snapshot under another name alone', () => {
    const dir = generated()
    for (const end of ['md', 'json']) copyFileSync(join(dir, `minimal.${end}`), join(dir, `before-my-change.${end}`))
    const before = filesIn(dir)
    expect(snapshots(['gen', '--dir', dir])).toMatchObject({ status: 0, stdout: expect.stringContaining(' 0 files written, 0 removed') })
    expect(filesIn(dir)).toEqual(before)
    expect(snapshots(['check', '--dir', dir]).status).toBe(0)
  })

  test('refuses a scenario whose snapshot would take the place of the rules', () => {
    const dir = generated()
    mkdirSync(join(dir, 'scenarios'), { recursive: true })
    writeFileSync(join(dir, 'scenarios/rules.json'), JSON.stringify({ extends: 'minimal', title: 'Rules' }))
    expect(snapshots(['gen', '--dir', dir])).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be called rules') })
  })

  test('counts and hashes each layer', () => {
    const dir = generated()
    const markdown = readFileSync(join(dir, 'heartbeat.md'), 'utf8')
    const { layers } = JSON.parse(readFileSync(join(dir, 'heartbeat.json'), 'utf8'))
    const input = /\n## turn_input\n(.*)\n## tools\n/s.exec(markdown)![1]!
    const text = [...input.matchAll(/\n```text\n(.*?)\n```\n/gs)].map(([, text]) => text!).join('\n')
    expect(layers.turn_input).toMatchObject({ role: 'user', from: 'gateway', chars: text.length, tokens: estimateTokens(text) })
    const { chars, tokens, sha256 } = layers.turn_input
    expect(markdown).toContain(`| \`turn_input\` | user | gateway | ${chars} | ${tokens} | \`${sha256.slice(0, 16)}\` |`)
  })

  test('shows what cannot be seen and keeps its fences shut', () => {
    const input = 'a\u200Bb\u202Ec\r\nd\uD800 ````\n## not a layer'
    const dir = generated({ odd: { extends: 'minimal', input } })
    const markdown = readFileSync(join(dir, 'odd.md'), 'utf8')
    expect(markdown).toContain('`````text\na<U+200B>b<U+202E>c<U+000D>\nd<U+D800> ````\n## not a layer\n`````\n')
    expect(snapshots(['check', '--dir', dir])).toMatchObject({ status: 0 })
  })
})

describe('the bytes are the same', () => {
  const elsewhere = [
    ['a locale', { env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' } }],
    ['another locale', { env: { LC_ALL: 'C' } }],
    ['a time zone', { env: { TZ: 'Pacific/Kiritimati' } }],
    ['a home directory', { env: { HOME: '/nowhere/else', USERPROFILE: 'C:\\else', OPENCLAW_STATE_DIR: '/nowhere' } }],
    ['a clock, a host name and an order of directories', { imports: [join(fixtures, 'machine.mjs')] }],
  ] as const

  test('the other machine is another one', () => {
    const script = 'console.log([new Date().getFullYear() > 2300, Date.now() > 1e13, require("os").hostname(), require("fs").readdirSync(".")[0] > "p"].join())'
    const { stdout } = spawnSync(process.execPath, ['--import', join(fixtures, 'machine.mjs'), '-e', script], { cwd: root, encoding: 'utf8' })
    expect(stdout).toBe('true,true,elsewhere,true\n')
  })

  test.each(elsewhere)('under %s', (_, change) => {
    expect(snapshots(['check'], change as Process)).toMatchObject({ status: 0, stderr: '' })
  })

  test.each(elsewhere)('under %s, for a builder that leans on the machine', (_, change) => {
    const scenarios = { mine: { extends: 'telegram-direct' } }
    const builder = ['--builder', `${fixtures}/builder.cjs#build`]
    const dir = temporary()
    write(join(dir, 'rules.json'), { replaced: [{ id: 'build', pattern: 'build \\d+', with: 'build 00' }] })
    write(join(dir, 'scenarios/mine.json'), scenarios.mine)
    snapshots(['gen', '--dir', dir, ...builder])
    expect(snapshots(['check', '--dir', dir, ...builder], change as Process)).toMatchObject({ status: 0, stderr: '' })
    expect(snapshots(['check', '--dir', dir, ...builder], { cwd: temporary() })).toMatchObject({ status: 0, stderr: '' })
  })

  const listed = (dir: string) => spawnSync('ls', ['-U', dir], { encoding: 'utf8' }).stdout

  test('when workspace, skills and scenarios stand elsewhere and were written in another order', () => {
    const files: [string, string][] = [
      ['ws/SOUL.md', 'Calm.'],
      ['ws/AGENTS.md', 'Check twice.'],
      ['ws/MEMORY.md', 'Ferries run late.'],
      ['ws/skills/b/SKILL.md', '---\nname: b\ndescription: Second.\n---\n'],
      ['ws/skills/a/SKILL.md', '---\nname: a\ndescription: First.\n---\n'],
      ['ws/skills/É/SKILL.md', '---\nname: É\ndescription: Third.\n---\n'],
      ['scenarios/mine.json', '{"extends":"telegram-direct","workspace":"../ws"}'],
      ['scenarios/all.json', '{"extends":"mine","runtime":"embedded"}'],
    ]
    // In memory a directory lists its newest entry first; elsewhere the order may be that of names or hashes.
    const place = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/clawprompt-') : temporary()
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const [one, two] = [join(place, 'one'), join(place, 'a much longer name of a directory/'.repeat(4))]
    for (const [name, text] of files) write(join(one, name), text)
    for (const [name, text] of [...files].reverse()) write(join(two, name), text)
    if (place.startsWith('/dev/shm')) expect(listed(join(one, 'ws/skills'))).not.toEqual(listed(join(two, 'ws/skills')))
    for (const dir of [one, two]) expect(snapshots(['gen', '--dir', dir])).toMatchObject({ status: 0 })
    expect(filesIn(one)).toEqual(filesIn(two))
    expect(readFileSync(join(one, 'all.md'), 'utf8')).toMatch(/### skills\n[^]*<name>a<[^]*<name>b</)
    expect(JSON.stringify(filesIn(one))).not.toContain(one)
  })
})

describe('a builder of the user', () => {
  test('may be CommonJS or ESM, a path or a package, and its sections go by their headings', () => {
    const app = temporary()
    cpSync(fixtures, join(app, 'node_modules/gateway'), { recursive: true })
    write(join(app, 'node_modules/gateway/package.json'), { name: 'gateway', exports: { './prompt': './builder.mjs' } })
    const gen = (builder: string) => snapshots(['gen', '--dir', 's', '--builder', builder], { cwd: app })
    const minimal = () => readFileSync(join(app, 's/minimal.md'), 'utf8')
    for (const name of ['gateway/prompt#build', 'gateway/prompt#default', './node_modules/gateway/builder.mjs#build']) {
      expect(gen(name)).toMatchObject({ status: 0, stderr: '' })
      expect(minimal()).toContain('### start\n\n```text\nMode minimal on snapshot-host\n```\n')
      rmSync(join(app, 's'), { recursive: true })
    }
    expect(gen('./node_modules/gateway/builder.cjs#build')).toMatchObject({ status: 0, stderr: '' })
    const headings = [...minimal().matchAll(/^### (.*)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(['Prompt of a gateway', 'Where', 'When', 'Tools', 'request'])
    expect(minimal()).toContain('/home/agent/workspace of /home/agent on snapshot-host, started in /cwd')
    expect(minimal()).toContain(`${Date.UTC(2026, 0, 15, 9, 30)} UTC 1/15/2026, 9:30:00`)
    expect(minimal()).toContain('- replaced: `node-version` by `v0.0.0`')
  })

  test('that cannot be used is an error that says why', () => {
    const dir = temporary()
    const fault = (builder: string) => snapshots(['gen', '--dir', dir, '--builder', builder])
    expect(fault('nope')).toMatchObject({ status: 2, stderr: expect.stringContaining('--builder is <module>#<export>') })
    expect(fault('./nope.js#x')).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot find the module "./nope.js"') })
    const path = `${fixtures}/builder.cjs`
    expect(fault(`${path}#nope`).stderr).toContain('the module has no function "nope"')
    expect(fault(`${path}#broken`).stderr).toContain('scenario discord-group: it must return a text')
    expect(fault(`${path}#failing`)).toMatchObject({ status: 1, stderr: expect.stringContaining('scenario discord-group: out of words') })
    expect(fault(`${path}#leaving`)).toMatchObject({ status: 1, stderr: expect.stringContaining('its process ended without an answer') })
    expect(existsSync(join(dir, 'minimal.md'))).toBe(false)
  })
})

test('what is wrong with a scenario or a rule is named, and nothing is written', () => {
  const dir = temporary()
  const path = join(dir, 'scenarios/mine.json')
  const fault = (scenario: object | string) => {
    write(path, scenario)
    const { status, stderr } = snapshots(['gen', '--dir', dir])
    expect(status).toBe(1)
    return stderr.replace(`clawprompt: ${path}: `, '').trim()
  }
  const base = { extends: 'minimal' }
  expect(fault('{')).toContain('it is not JSON')
  expect(fault('[]')).toContain('must hold a scenario: an object')
  expect(fault({ title: 'x', runtime: 'codex' })).toBe('input is missing')
  expect(fault({ ...base, runtime: 'x' })).toBe('runtime must be one of codex, embedded')
  expect(fault({ ...base, colour: 1 })).toMatch(/^colour is not a known key; known are extends, /)
  expect(fault({ ...base, input: 5 })).toBe('input must be a string')
  expect(fault({ ...base, run: { key: 1 } })).toMatch(/^run\.key is not a known key; known are config, /)
  expect(fault({ ...base, params: { contextFiles: [] } })).toContain("params.contextFiles comes from the scenario's workspace")
  expect(fault({ ...base, params: { toolNames: 5 } })).toContain('toolNames')
  expect(fault({ ...base, size: { min: 1.5 } })).toContain('size.min must be a whole number')
  expect(fault({ ...base, size: { min: 2, max: 1 } })).toBe('size.min is more than size.max')
  expect(fault({ extends: 'mine' })).toBe('extends "mine", which is no scenario')
  expect(fault({ ...base, codex: { effort: 'max' } })).toContain('effort must be one of none, minimal')
  expect(fault({ ...base, workspace: 'nowhere' })).toContain('does not exist')
  expect(fault({ ...base, tools: 'none.json' })).toContain('ENOENT')
  write(join(dir, 'scenarios/other.json'), { extends: 'mine' })
  expect(fault({ extends: 'other' })).toMatch(/extends itself by way of/)
  rmSync(join(dir, 'scenarios'), { recursive: true })
  const rules = (rules: object) => {
    write(join(dir, 'rules.json'), rules)
    return snapshots(['check', '--dir', dir]).stderr
  }
  expect(rules({ pinned: { colour: 'x' } })).toContain('pinned.colour is not a known key; known are workspace, home')
  expect(rules({ pinned: { clock: 'noon' } })).toContain('pinned.clock must be a date')
  expect(rules({ replaced: [{ id: 'x', with: '' }] })).toContain('replaced[0] needs id, with, and either a pattern or a fact')
  expect(rules({ replaced: [{ id: 'x', with: '', pattern: '(' }] })).toContain('no regular expression')
  expect(rules({ other: 1 })).toContain('other is not a known key')
  expect(readdirSync(dir)).toEqual(['rules.json'])
})

test('wrong usage ends with 2', () => {
  for (const args of [[], ['nope'], ['gen', 'x'], ['check', '--catalog', 'x'], ['sync-codex-model', '--builder', 'x']]) {
    expect(snapshots(args)).toMatchObject({ status: 2, stdout: '' })
  }
})
