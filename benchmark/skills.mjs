// Loads, filters and lists 150 skills of 3 to 7 KB here and in the installed gateway, in one process and in turns,
// and compares medians: `prompt` is the list alone, `snapshot` what a session keeps, `entries` the gateway's two calls
// one after the other. Cold: a directory that no call has seen; warm: the same directory again. The file system's
// own cache is warm for both. Needs Node 24 and parity/ set up (npm run setup there).
//
//   npx node@24 benchmark/skills.mjs [--check] [--json]
//
// --check fails when `prompt` is below 6 times cold or 30 times warm; --json prints the medians in milliseconds.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import * as clawprompt from '../index.js'
import { median } from './statistics.mjs'

const SKILLS = 150
const ROUNDS = 15
// Warm calls in a round, which need no new directory.
const AGAIN = 4
const FLOOR = { cold: 6, warm: 30 }

if (clawprompt.BUILD_PROFILE !== 'release') {
  console.error('this is a debug binary; run npm run build first')
  process.exit(1)
}

// The gateway reads its home when it starts, so it starts in an empty one.
if (process.env.BENCHMARK_HOME === undefined) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'skills-benchmark-'))
  const bundled = path.join(home, 'bundled')
  fs.mkdirSync(bundled)
  const env = { ...process.env, HOME: home, BENCHMARK_HOME: home, OPENCLAW_BUNDLED_SKILLS_DIR: bundled }
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env,
  })
  fs.rmSync(home, { recursive: true, force: true })
  process.exit(status ?? 1)
}

const { loadPeer } = await import('../parity/peer.mjs')
const { learnSkillTexts } = await import('../parity/skills/wording.mjs')
const peer = await loadPeer(undefined, { areas: ['skills'] })
process.stderr.write = () => true // The gateway warns of long lists there.
const config = { plugins: { enabled: false } }
const texts = Object.fromEntries(Object.entries(learnSkillTexts(peer)).map(([key, text]) => [`skills.${key}`, text]))
const builder = new clawprompt.PromptBuilder({ overlays: [{ texts }] })

const sides = {
  peer(workspace) {
    const entries = peer.loadWorkspaceSkillEntries(workspace, { config })
    return peer.resolveSkillsPromptForRun({ entries, config, workspaceDir: workspace })
  },
  prompt: (workspace) => clawprompt.buildWorkspaceSkillsPromptSync(workspace, { config, builder }),
  snapshot: (workspace) => clawprompt.buildWorkspaceSkillSnapshotSync(workspace, { config, builder }).prompt,
  entries(workspace) {
    const entries = clawprompt.loadWorkspaceSkillEntriesSync(workspace, { config })
    return clawprompt.resolveSkillsPromptForRun({ entries, config, workspaceDir: workspace, builder })
  },
}

const names = Object.keys(sides)
const workspaces = Array.from({ length: names.length * ROUNDS + 1 }, (_, number) => plant(number))
// Past the clock's grain, so that what is read may be remembered.
await new Promise((done) => setTimeout(done, 200))

const [first] = workspaces
const expected = sides.peer(first)
for (const [name, side] of Object.entries(sides)) {
  const prompt = side(first)
  if (prompt !== expected) throw new Error(`${name} lists other skills than the gateway`)
}

const times = { cold: {}, warm: {} }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, [name, side]] of Object.entries(sides).entries()) {
    const unseen = workspaces[1 + names.length * round + index]
    touch(unseen)
    measure(times.cold, name, () => side(unseen))
  }
  for (let again = 0; again < AGAIN; again += 1) {
    for (const [name, side] of Object.entries(sides)) measure(times.warm, name, () => side(first))
  }
}

if (process.argv.includes('--json')) {
  const medians = Object.entries(times).map(([state, measured]) => [
    state,
    Object.fromEntries(names.map((name) => [name, Number((median(measured[name]) / 1e6).toPrecision(3))])),
  ])
  console.log(JSON.stringify(Object.fromEntries(medians)))
  process.exit(0)
}
let failed = false
for (const [state, measured] of Object.entries(times)) {
  const reference = median(measured.peer)
  const said = names.map((name) => {
    const time = median(measured[name])
    const ratio = name === 'peer' ? '' : ` (${(reference / time).toFixed(1)} times)`
    return `${name} ${(time / 1e6).toFixed(2)} ms${ratio}`
  })
  console.log(`${state}: ${said.join(', ')}`)
  failed ||= reference / median(measured.prompt) < FLOOR[state]
}
const load = os.loadavg()[0].toFixed(1)
console.log(`${SKILLS} skills, prompt of ${expected.length} units, Node ${process.version}, load ${load}`)
if (failed && process.argv.includes('--check')) {
  console.log(`below ${FLOOR.cold} times cold or ${FLOOR.warm} times warm`)
  process.exit(1)
}
process.exit(0)

function plant(number) {
  const workspace = path.join(process.env.BENCHMARK_HOME, `workspace-${number}`)
  for (let index = 0; index < SKILLS; index += 1) {
    const dir = path.join(workspace, 'skills', `skill-${index}`)
    fs.mkdirSync(dir, { recursive: true })
    fs.writeFileSync(path.join(dir, 'SKILL.md'), skill(index))
  }
  return workspace
}

function skill(index) {
  const requirements = [
    '', `metadata: {"openclaw":{"requires":{"bins":["sh"],"env":["HOME"]}}}\n`,
    `metadata: {"openclaw":{"requires":{"anyBins":["no-such-program","git","sh"]}}}\n`,
    `metadata: {"openclaw":{"requires":{"bins":["no-such-program-${index}"]}}}\n`,
  ]
  const body = 'Do one thing after the other and tell what came of it.\n'.repeat(55 + (index % 70))
  return (
    `---\nname: skill-${index}\ndescription: "Use when: thing ${index} comes up, and not before."\n` +
    `homepage: https://example.test/${index}\n${requirements[index % 8] ?? ''}---\n\n# Skill ${index}\n\n${body}`
  )
}

/** Reads everything once, so that no side pays for the disk. */
function touch(workspace) {
  for (const name of fs.readdirSync(path.join(workspace, 'skills'))) {
    fs.readFileSync(path.join(workspace, 'skills', name, 'SKILL.md'))
  }
}

function measure(into, name, work) {
  const start = process.hrtime.bigint()
  work()
  ;(into[name] ??= []).push(Number(process.hrtime.bigint() - start))
}
