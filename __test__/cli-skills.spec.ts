import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { computeSkillPromptVersion, explainWorkspaceSkillsSync } from '../index.js'
import { expect, test } from 'vitest'

import { makePlace, skill } from './skills-place.js'
import { read, root } from './support.js'

function inPlace() {
  const place = makePlace()
  const env = { ...process.env, ...place.host.env, OPENCLAW_STATE_DIR: '', OPENCLAW_HOME: '' }
  const run = (...args: string[]) => {
    const command = [join(root, 'bin/clawprompt.js'), ...args]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: place.root, env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  return { ...place, run }
}

test('skills prints a row for each skill considered and the budget used', () => {
  const place = inPlace()
  place.add('workspace/skills/tea')
  place.add('workspace/skills/needy', 'metadata: {"openclaw":{"requires":{"bins":["no-such-program"]}}}')
  place.add('bundled/tea')
  place.write('workspace/skills/broken/SKILL.md', 'no header')
  const { status, stdout, stderr } = place.run('skills', 'workspace')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { units } = explainWorkspaceSkillsSync(place.workspace, { host: place.host })
  const [heading, ...rows] = stdout.trimEnd().split('\n')
  expect(heading).toMatch(/^skill +source +state +version +units +reason$/)
  const version = computeSkillPromptVersion(skill('tea'))
  expect(rows[0]).toMatch(new RegExp(`^tea +openclaw-workspace +listed +${version} +\\d+$`))
  expect(rows[1]).toMatch(/^needy +openclaw-workspace +ineligible +sha256:\w{16} +0  bins: no-such-program$/)
  const won = join(place.workspace, 'skills/tea/SKILL.md')
  expect(rows[3]).toMatch(new RegExp(`^tea +openclaw-bundled +not-loaded +${version} +0  shadowed: ${won}$`))
  const broken = join(place.workspace, 'skills/broken/SKILL.md')
  expect(rows[2]).toMatch(new RegExp(`^${broken} +openclaw-workspace +not-loaded +0  no-header$`))
  expect(rows[4]).toBe(`${units} of 18000 UTF-16 code units; 1 of 1 skills listed, at most 150`)
  expect(rows).toHaveLength(5)
})

test('skills follows a config, an agent and an overlay, and prints JSON', () => {
  const place = inPlace()
  for (const name of ['a', 'b', 'c']) place.add(`workspace/skills/${name}`)
  place.add('gateway/skills/managed')
  const config = join(place.root, 'gateway/openclaw.json')
  const agents = [{ id: 'ops', workspace: place.workspace, skills: ['a', 'b'], skillsLimits: { maxSkillsPromptChars: 700 } }]
  writeFileSync(config, `{ agents: { list: ${JSON.stringify(agents)} }, /* JSON5 */ }`)
  const overlay = join(place.root, 'house.toml')
  writeFileSync(overlay, '[texts]\n"skills.purpose" = "These are the ship papers."\n')
  const all = JSON.parse(place.run('skills', 'workspace', '--config', config, '--json').stdout)
  expect(all.skills.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c', 'managed'])
  const args = ['skills', '--config', config, '--agent', 'ops', '--overlay', overlay, '--overflow', 'fair']
  const report = JSON.parse(place.run(...args, '--json').stdout)
  expect(Object.keys(report)).toEqual([
    'skills',
    'prompt',
    'units',
    'maxUnits',
    'listed',
    'total',
    'maxSkills',
    'layout',
  ])
  expect(report).toMatchObject({ maxUnits: 700, total: 2 })
  const left = report.skills.filter(({ reason }: { reason?: string }) => reason === 'not-in-allowlist')
  expect(left.map(({ name }: { name: string }) => name)).toEqual(['c', 'managed'])
  expect(place.run(...args).stdout).toContain(' of 700 UTF-16 code units; ')
  const rendered = place.run('render', '--config', config, '--agent', 'ops').stdout
  expect(rendered).toContain('<name>a</name>')
  expect(rendered).not.toContain('<name>c</name>')
})

test('render shows the skills of the workspace, and no section where there are none', () => {
  const place = inPlace()
  const render = () => place.run('render', 'workspace').stdout
  expect(render()).not.toContain('## Skills')
  place.add('workspace/skills/tea')
  expect(render()).toContain('\n## Skills\n')
  expect(render()).toContain('<name>tea</name>')
})

test('wrong usage ends with 2, wrong input with 1, and help is printed', () => {
  const { run } = inPlace()
  for (const args of [[], ['a', 'b'], ['workspace', '--agent', 'ops'], ['workspace', '--overflow', 'x'], ['--nope']]) {
    expect(run('skills', ...args)).toMatchObject({ status: 2, stdout: '' })
  }
  expect(run('skills', 'nowhere')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'clawprompt: nowhere is not a directory\n',
  })
  expect(run('skills', 'workspace', '--config', 'nowhere.json')).toMatchObject({ status: 1, stdout: '' })
  for (const args of [['skills', '--help'], ['help', 'skills']]) {
    expect(run(...args).stdout).toBe(read('bin/help/skills.txt'))
  }
  expect(read('bin/help/clawprompt.txt')).toContain('\n  skills DIR ')
})
