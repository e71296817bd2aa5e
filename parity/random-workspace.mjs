// Seeded workspaces, configs and runs: the whole input of the workspace pipeline.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { randomSource } from '../gateway/random-text.js'

export const NAMES = ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'BOOTSTRAP.md', 'MEMORY.md']

const KEYS = [
  undefined,
  'agent:main:main',
  'agent:ops:main',
  'subagent:1',
  ' AGENT:Main:Subagent:x ',
  'agent:main:cron:job',
  'cron:job',
  'acp:1',
  'agent:a: subagent:1',
  'agent::subagent:1',
  'main',
]
const LIMITS = [undefined, 1, 10, 63, 64, 65, 100, 150, 500, 1_000, 3_000, 20_000, 12.9, 0.5, 0, -1, 'x', null]
const LINES = [
  '## Heading',
  '# Top',
  '- you must keep this',
  '1. test the thing',
  'Never do that',
  'plain prose that says nothing in particular',
  '必须 这样做',
  '```',
  'owner of the boat',
  'musts and prs are no rules',
  '',
  '\u00a0\u3000',
]

/** The case of a seed: what is in the workspace, the gateway's config, the run. */
export function randomWorkspace(seed) {
  const random = randomSource(seed)
  const some = (probability, make) => (random.chance(probability) ? make() : undefined)
  const files = {}
  for (const name of NAMES) {
    if (random.chance(0.75)) files[name] = content(random)
  }
  if (random.chance(0.2)) files['memory.md'] = content(random)
  if (random.chance(0.3)) files['packages/a/AGENTS.md'] = content(random)
  if (random.chance(0.3)) files['packages/b/BOOTSTRAP.md'] = content(random)
  const state = some(0.4, () => random.pick(['{"version":1}', '{"version":1,"setupCompletedAt":"2026-01-01"}', '{"setupCompletedAt":" "}', 'not json', '[]']))
  if (state !== undefined) files['openclaw-workspace-state.json'] = state
  const legacy = some(0.2, () => random.pick(['{"onboardingCompletedAt":"x"}', '{"version":1}']))
  if (legacy !== undefined) files['.openclaw/workspace-state.json'] = legacy
  return {
    files,
    refused: some(0.15, () => ({ name: random.pick(NAMES.slice(0, 7)), how: random.pick(['directory', 'outside', 'hard-link', 'dangling', 'large']) })),
    config: some(0.8, () => config(random)),
    run: {
      sessionKey: random.pick(KEYS),
      sessionId: some(0.2, () => random.pick(KEYS)),
      agentId: some(0.2, () => random.pick(['main', 'OPS', 'other', ' '])),
      contextMode: random.pick([undefined, undefined, 'full', 'lightweight']),
      runKind: random.pick([undefined, undefined, 'default', 'heartbeat', 'commitment-only', 'cron']),
    },
    hook: some(0.4, () => hookEntries(random)),
    patterns: random.list(3, () => random.pick(['packages/*/AGENTS.md', '**/BOOTSTRAP.md', 'AGENTS.md', './packages/{a,b}/*.md', 'gone/SOUL.md', '../outside.md', 'packages/?/AGENTS.md'])),
    mode: random.pick(['off', 'once', 'always']),
    trigger: random.pick(['user', 'heartbeat', 'cron']),
    memoryTools: random.pick([[], ['memory_get'], ['memory_search', 'memory_get']]),
  }
}

function content(random) {
  const lines = random.chance(0.1) ? [] : random.list(random.pick([3, 30, 300]), () => (random.chance(0.7) ? random.pick(LINES) : random.text()))
  const text = lines.join(random.chance(0.1) ? '\r\n' : '\n')
  if (random.chance(0.1)) return `\ufeff${text}\n\n`
  if (random.chance(0.08)) return 'x'.repeat(random.pick([999, 1_000, 17_000, 20_000, 20_001, 30_000]))
  if (random.chance(0.05)) return ' \n\t\n'
  return text
}

function config(random) {
  const some = (probability, make) => (random.chance(probability) ? make() : undefined)
  const limits = () => ({
    bootstrapMaxChars: some(0.7, () => random.pick(LIMITS)),
    bootstrapTotalMaxChars: some(0.7, () => random.pick(LIMITS)),
    contextInjection: some(0.4, () => random.pick(['always', 'continuation-skip', 'never'])),
  })
  const heartbeat = () => random.pick([{}, { every: '0m' }, { every: '5' }, { every: 5 }, { every: '' }, { includeSystemPromptSection: false }, { every: '1h30m' }])
  return clean({
    agents: {
      defaults: { ...limits(), heartbeat: some(0.4, heartbeat), bootstrapPromptTruncationWarning: some(0.5, () => random.pick(['off', 'once', 'sometimes'])) },
      list: some(0.5, () => [
        { id: 'main', ...limits(), heartbeat: some(0.3, heartbeat) },
        { id: 'Ops', default: some(0.3, () => true), ...limits(), heartbeat: some(0.3, heartbeat) },
      ]),
    },
  })
}

/** What a hook appends: records good and odd, with paths of every kind. */
function hookEntries(random) {
  const paths = ['USER.md', 'docs/AGENTS.md', './SOUL.md', 'packages/../MEMORY.md', '/elsewhere/TOOLS.md', '  ', 'docs/BOOTSTRAP.md', 'BOOTSTRAP.md', 'docs/HEARTBEAT.md']
  return random.list(4, () => {
    const file = random.pick(paths)
    const name = random.chance(0.8) ? path.basename(file.trim() || 'NOPATH.md') : 'custom.md'
    return random.chance(0.2) ? { name, path: file, missing: true } : { name, path: file, content: content(random), missing: false }
  })
}

function clean(value) {
  return JSON.parse(JSON.stringify(value))
}

/** Writes the case to disk; `remove` takes everything away again. */
export function plantWorkspace({ files, refused }) {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'parity-workspace-')))
  const workspace = path.join(base, 'w')
  fs.mkdirSync(workspace)
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true })
    fs.writeFileSync(path.join(workspace, name), text)
  }
  if (refused) refuse(base, path.join(workspace, refused.name), refused.how)
  return { workspace, remove: () => fs.rmSync(base, { recursive: true, force: true }) }
}

function refuse(base, file, how) {
  fs.rmSync(file, { force: true })
  const outside = path.join(base, 'outside.md')
  fs.writeFileSync(outside, 'outside')
  if (how === 'directory') fs.mkdirSync(file)
  if (how === 'outside') fs.symlinkSync(outside, file)
  if (how === 'dangling') fs.symlinkSync(path.join(path.dirname(file), 'gone.md'), file)
  if (how === 'hard-link') fs.linkSync(outside, file)
  if (how === 'large') fs.writeFileSync(file, Buffer.alloc(2 * 1024 * 1024 + 1, 'x'))
}
