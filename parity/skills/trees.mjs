// Directories full of skills: every source, links, nesting, clashing names and broken files.

import fs from 'node:fs'
import path from 'node:path'

const NAMES = [
  'notes', 'Notes', 'tea-time', 'tea_time', 'b2', 'b10', '10', '9', '_x', '-x', '.y', 'éclair', 'äpfel', 'Zoo', 'zebra',
  '日本', 'Ж', 'ß', 'ss', 'a b', 'a&b', '<x>', "o'clock", '😀', 'İ', 'résumé', 'item-2', 'item-10', 'ünder',
]

const GATES = [
  '{"openclaw":{"os":["linux"]}}', '{"openclaw":{"os":["darwin"]}}', '{"openclaw":{"os":"darwin, linux"}}',
  '{"openclaw":{"requires":{"bins":["sh"]}}}', '{"openclaw":{"requires":{"bins":["no-such-program-1"]}}}',
  '{"openclaw":{"requires":{"anyBins":["no-such-program-1","sh"]}}}', '{"openclaw":{"requires":{"anyBins":["no-such-program-1"]}}}',
  '{"openclaw":{"requires":{"env":["HOME"]}}}', '{"openclaw":{"requires":{"env":["NO_SUCH_VARIABLE_1"]}}}',
  '{"openclaw":{"primaryEnv":"NO_SUCH_VARIABLE_1","skillKey":"keyed","requires":{"env":["NO_SUCH_VARIABLE_1"]}}}',
  '{"openclaw":{"requires":{"config":["browser.enabled"]}}}', '{"openclaw":{"requires":{"config":["feature.on"]}}}',
  '{"openclaw":{"always":true,"requires":{"bins":["no-such-program-1"]}}}', '{"openclaw":{"always":true,"os":["win32"]}}',
  '{openclaw: {requires: {bins: [no-such-program-1]}}}', '{ not json', '{"openclaw":{"skillKey":"off"}}',
]

const BROKEN = [
  '', '# No header\n', 'name: x\n---\n', '---\nname: x\ndescription: y\n', '---\nname: x\n---\n', '---\n- a\n---\n',
  '---\nname: x\ndescription: ""\n---\n', '\n---\nname: x\ndescription: y\n---\n',
]

/** The text of a skill with the given name; `random` decides on its oddities. */
function skillText(random, name) {
  const lines = []
  if (random.chance(0.9)) lines.push(`name: ${JSON.stringify(name)}`)
  lines.push(random.pick([
    'description: Use when: something comes up & <more>',
    `description: ${'long words '.repeat(1 + random.below(30))}`,
    'description: >-\n  folded\n  text 説明',
    'description: |\n  two\n  lines',
    'description: "short"',
  ]))
  if (random.chance(0.35)) lines.push(`metadata: ${random.pick(GATES)}`)
  if (random.chance(0.1)) lines.push(`disable-model-invocation: ${random.pick(['true', 'yes', 'false', 'maybe'])}`)
  const text = `---\n${lines.join('\n')}\n---\nBody ${random.below(1000)}\n`
  if (random.chance(0.05)) return `\ufeff${text}`
  return random.chance(0.1) ? text.replaceAll('\n', '\r\n') : text
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

/** A directory name that a file system takes, from any skill name. */
const dirName = (name, index) => `${name.replaceAll(/[/\\<>]/g, '_').replace(/^\./, '')}-${index}`

/** Plants one skill somewhere below `root`. */
function plant(random, root, index, outside) {
  const name = random.chance(0.5) ? `skill-${random.below(500)}` : `${random.pick(NAMES)}${random.chance(0.5) ? random.below(20) : ''}`
  const depth = random.chance(0.75) ? 0 : random.below(8)
  const groups = Array.from({ length: depth }, () => random.pick(['group', 'more', 'skills', 'Team A', '組', '.hidden', 'node_modules']))
  const dir = path.join(root, ...groups, dirName(name, index))
  const kind = random.below(40)
  if (kind === 0) return write(path.join(dir, 'SKILL.md'), random.pick(BROKEN))
  if (kind === 1) return write(path.join(dir, 'skill.md'), skillText(random, name))
  if (kind === 2) return write(path.join(dir, 'SKILL.md'), skillText(random, name) + 'x'.repeat(256_000))
  write(path.join(dir, 'SKILL.md'), skillText(random, name))
  if (kind === 3) write(path.join(dir, 'inner', 'SKILL.md'), skillText(random, `${name}-inner`))
  if (kind === 4) write(path.join(dir, '.openclaw', 'source-origin.json'), JSON.stringify({ slug: random.pick(['off', ' keyed ', '']) }))
  if (kind === 5) fs.linkSync(path.join(dir, 'SKILL.md'), path.join(dir, 'second-name.md'))
  if (kind === 6) link(path.join(dir), path.join(root, `link-${index}`))
  if (kind === 7) {
    const far = path.join(outside, dirName(name, index))
    write(path.join(far, 'SKILL.md'), skillText(random, `${name}-far`))
    link(far, path.join(root, `far-${index}`))
  }
  if (kind === 8) {
    fs.renameSync(path.join(dir, 'SKILL.md'), path.join(dir, 'REAL.md'))
    link('REAL.md', path.join(dir, 'SKILL.md'))
  }
  if (kind === 9) {
    const far = path.join(outside, `${dirName(name, index)}.md`)
    write(far, skillText(random, `${name}-far`))
    fs.rmSync(path.join(dir, 'SKILL.md'))
    link(far, path.join(dir, 'SKILL.md'))
  }
  if (kind === 10) link('nowhere', path.join(root, `dangling-${index}`))
}

function link(target, at) {
  fs.rmSync(at, { force: true })
  fs.symlinkSync(target, at)
}

/**
 * Plants about `count` skills over all sources below `base`.
 *
 * `home` is the home directory of the process, which both sides read: what an earlier tree left there
 * is cleared. Returns the workspace, the configuration and the agent to ask for.
 */
export function plantTree(random, { base, home, bundled, count }) {
  for (const left of [path.join(home, '.openclaw'), path.join(home, '.agents'), bundled]) {
    fs.rmSync(left, { recursive: true, force: true })
  }
  const workspace = path.join(base, 'workspace')
  const outside = path.join(base, 'outside')
  const extra = [path.join(base, 'extra'), path.join(base, 'team', 'skills')]
  const roots = [
    path.join(workspace, 'skills'), path.join(workspace, 'skills'), path.join(workspace, '.agents', 'skills'),
    path.join(home, '.openclaw', 'skills'), path.join(home, '.agents', 'skills'), bundled, ...extra,
  ]
  if (random.chance(0.2)) roots.push(path.join(workspace, 'skills', 'skills'), path.join(extra[0], 'skills'))
  for (const dir of [workspace, outside, home, bundled, ...extra]) fs.mkdirSync(dir, { recursive: true })
  for (let index = 0; index < count; index += 1) plant(random, random.pick(roots), index, outside)
  if (random.chance(0.05)) write(path.join(random.pick(roots), 'SKILL.md'), random.pick([...BROKEN, skillText(random, 'root')]))

  const agents = { defaults: {}, list: [{ id: 'main' }, { id: 'ops' }] }
  const named = () => Array.from({ length: 1 + random.below(20) }, () => random.pick([...NAMES, `skill-${random.below(500)}`]))
  if (random.chance(0.1)) agents.defaults.skills = named()
  if (random.chance(0.1)) agents.list[1].skills = random.pick([[], named(), [' notes ', 5]])
  const config = {
    plugins: { enabled: false },
    feature: { on: random.chance(0.5) },
    agents,
    skills: {
      load: { extraDirs: extra, ...(random.chance(0.3) ? { allowSymlinkTargets: [outside] } : {}) },
      entries: { off: { enabled: false }, keyed: { apiKey: random.pick(['', 'x']) }, notes: { enabled: random.chance(0.9) } },
      ...(random.chance(0.2) ? { allowBundled: named() } : {}),
      ...(random.chance(0.2) ? { limits: { maxCandidatesPerRoot: 1 + random.below(40), maxSkillsLoadedPerSource: 1 + random.below(40) } } : {}),
    },
  }
  return { workspace, config, agentId: random.pick([undefined, 'main', 'ops', 'Other']) }
}

/** A copy of `config` with limits of the list added. */
export function withLimits(config, limits) {
  return { ...config, skills: { ...config.skills, limits: { ...config.skills.limits, ...limits } } }
}
