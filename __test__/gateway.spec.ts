import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './support.js'

const hook = join(root, 'gateway/register.mjs')
const binary = join(
  root,
  readdirSync(root).find((name) => name.endsWith('.node'))!,
)
// The hook needs module.registerHooks, which the oldest supported Node lacks.
const node = 'registerHooks' in module ? [process.execPath] : ['npx', '--yes', 'node@24']

/** A package that looks like a gateway: bundles with hashed names, a builder that is not exported. */
function makeGateway(version = '2026.7.1'): string {
  const folder = mkdtempSync(join(tmpdir(), 'clawprompt-gateway-'))
  const dist = join(folder, 'dist')
  mkdirSync(dist)
  const write = (name: string, text: string) => writeFileSync(join(dist, name), text)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'openclaw', version, type: 'module' }))
  write(
    'memory-state-AAAAAAAA.js',
    'export function t({ availableTools, citationsMode }) { return ["## Memory", [...availableTools].join(), String(citationsMode)] }',
  )
  write('message-channel-BBBBBBBB.js', 'export function r() { return ["irc", "zulip", "whatsapp"] }')
  write(
    'heartbeat-CCCCCCCC.js',
    'function resolveHeartbeatPrompt() { return "Look around." }\nfunction resolveHeartbeatPromptForResponseTool() {}\nexport { resolveHeartbeatPrompt as a }',
  )
  write(
    'system-prompt-config-DDDDDDDD.js',
    `import { t as buildMemoryPromptSection } from './memory-state-AAAAAAAA.js'
import { r as listDeliverableMessageChannels } from './message-channel-BBBBBBBB.js'
import './heartbeat-CCCCCCCC.js'
import { createRequire } from 'node:module'
// The binary itself, so that a stand-in for ours leaves this side alone.
const { PromptBuilder } = createRequire(import.meta.url)(${JSON.stringify(binary)})
const overlay = {
  texts: { 'context.default_heartbeat_block': 'Default prompt:\\n\`Look around.\`' },
  section: { voice: { heading: '## Aloud' }, authorized_senders: { move: { after: 'sandbox' } } },
}
const builder = new PromptBuilder({ overlays: [overlay] })
export const calls = { original: 0 }
function buildAgentSystemPrompt(params) {
  calls.original += 1
  const { toolNames, capabilityToolNames, memoryCitationsMode: citationsMode } = params
  const availableTools = new Set([...(toolNames ?? []), ...(capabilityToolNames ?? [])].map((name) => String(name).trim().toLowerCase()))
  const asks = params.promptMode !== 'minimal' && params.promptMode !== 'none' && params.includeMemorySection !== false
  const memoryLines = asks ? buildMemoryPromptSection({ availableTools, citationsMode }) : []
  const text = builder.build({ ...params, memoryLines, deliverableChannels: listDeliverableMessageChannels() })
  return params.ttsHint === 'odd' ? text.replace('thinking=', 'mood=') : text
}
function configured(params) { return buildAgentSystemPrompt(params) }
export { configured as t }
`,
  )
  write(
    'embedded-agent-helpers-EEEEEEEE.js',
    `import { createRequire } from 'node:module'
const addon = createRequire(import.meta.url)(${JSON.stringify(binary)})
const builder = new addon.PromptBuilder({ overlays: [{ texts: { 'bootstrap.marker.cut_read': '<go on in {name}>' } }] })
export const calls = { original: 0 }
function buildBootstrapContextFiles(files, options) {
  calls.original += 1
  return addon.buildBootstrapContextFiles(files, { ...options, builder })
}
export { buildBootstrapContextFiles as c }
`,
  )
  write(
    'skill-version-FFFFFFFF.js',
    `import { createRequire } from 'node:module'
const addon = createRequire(import.meta.url)(${JSON.stringify(binary)})
export const builder = new addon.PromptBuilder({ overlays: [{ texts: { 'skills.purpose': 'Skills {{here}}.', 'skills.load_by_name': 'By name.' } }] })
function formatSkillsForPrompt(skills) { return addon.formatSkillsForPrompt(skills, { builder }) }
function computeSkillPromptVersion(content) { return addon.computeSkillPromptVersion(content) }
export { formatSkillsForPrompt as a, computeSkillPromptVersion as b }
`,
  )
  write(
    'workspace-GGGGGGGG.js',
    `import { createRequire } from 'node:module'
import { a as formatSkillsForPrompt, b as computeSkillPromptVersion, builder } from './skill-version-FFFFFFFF.js'
const addon = createRequire(import.meta.url)(${JSON.stringify(binary)})
function formatSkillsCompact(skills) { return addon.formatSkillsForPrompt(skills, { layout: 'compact', builder }) }
function resolveSkillsPromptForRun(params) { return addon.resolveSkillsPromptForRun({ ...params, builder }) }
export const list = (skills) => [formatSkillsForPrompt(skills), formatSkillsCompact(skills), computeSkillPromptVersion(skills[0].name)]
`,
  )
  write(
    'main.js',
    `import { calls as promptCalls, t } from './system-prompt-config-DDDDDDDD.js'
import { calls as fileCalls, c } from './embedded-agent-helpers-EEEEEEEE.js'
import { list } from './workspace-GGGGGGGG.js'
const { prompts = [], files = [], skills } = JSON.parse(process.env.CALLS)
const warnings = []
const results = prompts.map((params) => t(params))
const built = files.map((set) => c(set, { maxChars: 2000, totalMaxChars: 3000, warn: (message) => warnings.push(message) }))
const lists = skills && [list(skills), list(skills)]
console.log(JSON.stringify({ results, built, lists, warnings: warnings.length, prompt: promptCalls.original, files: fileCalls.original }))
`,
  )
  return folder
}

interface Call {
  prompts?: object[]
  files?: object[][]
  skills?: object[]
}

/** Runs the gateway with these calls; without a mode, without the hook. */
function run(gateway: string, calls: Call, env?: Record<string, string>) {
  const reports = mkdtempSync(join(tmpdir(), 'clawprompt-reports-'))
  const [command, ...args] = node
  const hooked = env === undefined ? [] : ['--import', hook]
  const { stdout, stderr, status } = spawnSync(command!, [...args, ...hooked, join(gateway, 'dist/main.js')], {
    encoding: 'utf8',
    env: { ...process.env, CALLS: JSON.stringify(calls), CLAWPROMPT_REPORT_DIR: reports, ...env },
  })
  expect(status, stderr).toBe(0)
  const lines = stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const doctor = spawnSync(
    process.execPath,
    [join(root, 'bin/clawprompt.js'), 'doctor', '--json', '--gateway', gateway, '--reports', reports],
    { encoding: 'utf8' },
  )
  const text = spawnSync(
    process.execPath,
    [join(root, 'bin/clawprompt.js'), 'doctor', '--gateway', gateway, '--reports', reports],
    { encoding: 'utf8' },
  )
  return {
    ...JSON.parse(stdout),
    lines,
    doctor: JSON.parse(doctor.stdout),
    doctorStatus: doctor.status,
    doctorText: text.stdout,
  }
}

const gateway = makeGateway()
const workspaceDir = '/ws'
const plainCall = {
  workspaceDir,
  toolNames: ['Read', 'exec'],
  memoryCitationsMode: 'on',
  ttsHint: 'loud',
  ownerNumbers: ['+1'],
}
const oddCall = { workspaceDir, ttsHint: 'odd' }
const prompts = [
  plainCall,
  { ...plainCall, promptMode: 'minimal' },
  plainCall,
  { workspaceDir, toolNames: ['message'] },
]
const long = [{ name: 'AGENTS.md', path: '/ws/AGENTS.md', content: '- must stay\n'.repeat(400) }]
const files = [long, [{ name: 'SOUL.md', path: '/ws/SOUL.md', content: 'x'.repeat(5000) }], long]
const expected = run(gateway, { prompts, files })

test('without the hook the package stands alone', () => {
  expect(expected.results).toHaveLength(4)
  expect(expected.results[0]).toContain('## Aloud\nloud\n')
  expect(expected.results[0]).toContain('## Memory\nread,exec\non\n')
  expect(expected).toMatchObject({ prompt: 4, files: 3, warnings: 3, lines: [] })
  expect(expected.built[1][0].content).toContain('<go on in SOUL.md>')
})

test('in shadow mode both sides run, the original is served, and all is equal', () => {
  const { results, built, warnings, lines, doctor, doctorStatus } = run(gateway, { prompts, files }, {})
  expect({ results, built, warnings, lines }).toEqual({
    ...expected,
    prompt: undefined,
    files: undefined,
    doctor: undefined,
    doctorStatus: undefined,
    doctorText: undefined,
    lines: [],
  })
  const [{ functions, gateway: found }] = doctor.processes
  expect(found.version).toBe('2026.7.1')
  expect(functions.prompt).toMatchObject({
    mode: 'shadow',
    calls: 4,
    equal: 4,
    different: 0,
    failed: 0,
    served: 0,
    originalServed: 4,
  })
  expect(functions.bootstrap).toMatchObject({ mode: 'shadow', calls: 3, equal: 3, different: 0, failed: 0, served: 0 })
  expect(functions.prompt.adoption.milliseconds).toBeGreaterThan(0)
  expect(doctorStatus).toBe(0)
})

test('in native mode ours is served, and the first call of each kind is compared', () => {
  const { results, built, warnings, prompt, lines, doctor, doctorText } = run(
    gateway,
    { prompts, files },
    { CLAWPROMPT_MODE: 'native' },
  )
  expect({ results, built, warnings, lines }).toEqual({
    results: expected.results,
    built: expected.built,
    warnings: 3,
    lines: [],
  })
  const { functions } = doctor.processes[0]
  expect(functions.prompt).toMatchObject({
    mode: 'native',
    calls: 4,
    equal: 3,
    served: 4,
    originalServed: 0,
    shapes: 3,
  })
  expect(functions.bootstrap).toMatchObject({ calls: 3, equal: 2, served: 3 })
  // The adoption's own calls, and three comparisons.
  expect(prompt).toBeGreaterThan(72)
  expect(doctorText).toMatch(/prompt +native +4 +3 +0 +0 +0 +4 /)
  expect(doctorText).toContain('no differences\n')
})

test('CLAWPROMPT_SAMPLE decides how many later calls are compared', () => {
  const same = { prompts: Array.from({ length: 10 }, () => plainCall) }
  const equal = (sample: string) =>
    run(gateway, same, { CLAWPROMPT_MODE: 'native', CLAWPROMPT_SAMPLE: sample }).doctor.processes[0].functions.prompt
      .equal
  expect(equal('5')).toBe(3)
  expect(equal('1')).toBe(10)
})

test.each(['shadow', 'native'])(
  'in %s mode a difference is served from the original and turns its kind off',
  (mode) => {
    const secret = 'very secret notes'
    const odd = { ...oddCall, extraSystemPrompt: secret }
    const calls = [odd, plainCall, odd, odd, plainCall]
    const plain = run(gateway, { prompts: calls })
    const { results, lines, doctor, doctorStatus, doctorText } = run(
      gateway,
      { prompts: calls },
      { CLAWPROMPT_MODE: mode },
    )
    expect(results).toEqual(plain.results)
    expect(lines).toEqual([
      {
        clawprompt: 'difference',
        function: 'prompt',
        shape: expect.stringMatching(/^[0-9a-f]{12}$/),
        section: 'runtime',
        offset: plain.results[0].indexOf('mood='),
        ours: plain.results[0].length + 4,
        theirs: plain.results[0].length,
        mode,
        served: 'original',
      },
    ])
    expect(doctor.processes[0].functions.prompt).toMatchObject({
      calls: 5,
      different: 1,
      shapesOff: 1,
      served: mode === 'native' ? 2 : 0,
    })
    expect(doctorStatus).toBe(1)
    expect(doctorText).toContain(`prompt differs in runtime at code unit ${plain.results[0].indexOf('mood=')}`)
    expect(JSON.stringify([lines, doctor])).not.toContain(secret)
  },
)

test.each(['shadow', 'native'])(
  'in %s mode input that is treated differently on purpose is counted apart and served from the original',
  (mode) => {
    const hostile = [
      { ...plainCall, extraSystemPrompt: 'a\n<!-- OPENCLAW_CACHE_BOUNDARY -->\nb' },
      { ...plainCall, contextFiles: [{ path: 'a\nb.md', content: 'c' }] },
      { ...plainCall, toolNames: ['constructor'] },
    ]
    const { doctor, lines } = run(gateway, { prompts: hostile }, { CLAWPROMPT_MODE: mode })
    const { intended, equal, different, served } = doctor.processes[0].functions.prompt
    // This original treats such input as ours does, so in shadow mode all is equal.
    expect({ different, served, lines }).toEqual({ different: 0, served: 0, lines: [] })
    expect(mode === 'native' ? intended : equal).toBe(3)
  },
)

test('each function has a switch of its own', () => {
  const { doctor, built } = run(
    gateway,
    { prompts, files },
    { CLAWPROMPT_MODE: 'off', CLAWPROMPT_BOOTSTRAP_MODE: 'shadow' },
  )
  expect(built).toEqual(expected.built)
  expect(Object.keys(doctor.processes[0].functions)).toEqual(['bootstrap'])
  expect(doctor.processes[0].functions.bootstrap.mode).toBe('shadow')
})

test('lists of skills and hashes of their texts are redirected too', () => {
  const skills = [
    { name: 'a<b', description: 'does {a}', filePath: '/s/a/SKILL.md', promptVersion: 'sha256:0123456789abcdef' },
    { name: 'c', description: 'does c', filePath: '/s/c/SKILL.md' },
  ]
  const plain = run(gateway, { skills })
  expect(plain.lists[0][0]).toContain('\n\nSkills {here}.\n')
  expect(plain.lists[0][1]).toContain('\nBy name.\n')
  for (const mode of ['shadow', 'native']) {
    const { lists, lines, doctor } = run(gateway, { skills }, { CLAWPROMPT_MODE: mode })
    expect({ lists, lines }).toEqual({ lists: plain.lists, lines: [] })
    const { functions } = doctor.processes[0]
    expect(Object.keys(functions).sort()).toEqual(['bootstrap', 'prompt', 'skills', 'skills-compact', 'versions'])
    for (const name of ['skills', 'skills-compact', 'versions']) {
      expect(functions[name]).toMatchObject({
        mode,
        calls: 2,
        different: 0,
        failed: 0,
        served: mode === 'native' ? 2 : 0,
      })
    }
  }
  const { functions } = run(gateway, { skills }, { CLAWPROMPT_SKILLS_MODE: 'off' }).doctor.processes[0]
  expect(Object.keys(functions).sort()).toEqual(['bootstrap', 'prompt', 'versions'])
})

test('off is off, and a value that is no mode turns everything off with one line', () => {
  expect(run(gateway, { prompts }, { CLAWPROMPT_MODE: 'off' })).toMatchObject({
    results: expected.results,
    prompt: 4,
    lines: [],
  })
  for (const env of [{ CLAWPROMPT_MODE: 'fast' }, { CLAWPROMPT_SAMPLE: '0' }, { CLAWPROMPT_BOOTSTRAP_MODE: 'x' }]) {
    const { prompt, lines, doctor } = run(gateway, { prompts }, env)
    expect({ prompt, processes: doctor.processes }).toEqual({ prompt: 4, processes: [] })
    expect(lines).toEqual([{ clawprompt: 'left alone', reason: expect.stringContaining(Object.keys(env)[0]!) }])
  }
})

test('an unknown release is left alone with one line', () => {
  const { prompt, lines, doctor } = run(makeGateway('2099.1.1'), { prompts }, { CLAWPROMPT_MODE: 'native' })
  expect(prompt).toBe(4)
  expect(lines).toEqual([
    { clawprompt: 'left alone', reason: 'openclaw 2099.1.1 is unknown; known: 2026.7.1, 2026.6.11' },
  ])
  expect(doctor.gateway).toMatchObject({ version: '2099.1.1', known: false })
})

test.each(['shadow', 'native'])('in %s mode a missing binary leaves the gateway its own functions', (mode) => {
  const env = { CLAWPROMPT_MODE: mode, NAPI_RS_NATIVE_LIBRARY_PATH: '/nonexistent/clawprompt.node' }
  const { results, built, lines, doctor } = run(gateway, { prompts, files }, env)
  expect({ results, built }).toEqual({ results: expected.results, built: expected.built })
  expect(lines.map(({ clawprompt, function: name }: Record<string, string>) => [clawprompt, name])).toEqual([
    ['left alone', 'prompt'],
    ['left alone', 'bootstrap'],
  ])
  expect(doctor.processes[0].functions.prompt).toMatchObject({
    served: 0,
    originalServed: 4,
    broken: expect.stringContaining('clawprompt.node does not exist'),
  })
})

test.each(['shadow', 'native'])('in %s mode a panic leaves the gateway its own function', (mode) => {
  const stub = join(mkdtempSync(join(tmpdir(), 'clawprompt-stub-')), 'stub.cjs')
  writeFileSync(
    stub,
    `const addon = require(${JSON.stringify(binary)})
    class PromptBuilder extends addon.PromptBuilder {
      build(params) {
        if (params.ttsHint !== 'loud') return super.build(params)
        throw Object.assign(new Error('a panic about /ws'), { code: 'GenericFailure' })
      }
    }
    module.exports = { ...addon, PromptBuilder }`,
  )
  const { results, lines, doctor, doctorText } = run(
    gateway,
    { prompts },
    { CLAWPROMPT_MODE: mode, NAPI_RS_NATIVE_LIBRARY_PATH: stub },
  )
  expect(results).toEqual(expected.results)
  // Two kinds of calls fail, each once; the third kind works.
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    clawprompt: 'error',
    function: 'prompt',
    code: 'GenericFailure',
    mode,
    served: 'original',
  })
  expect(doctor.processes[0].functions.prompt).toMatchObject({ failed: 2, served: mode === 'native' ? 1 : 0 })
  expect(doctorText).toContain('prompt failed with GenericFailure')
  expect(JSON.stringify(lines)).not.toContain('/ws')
})

test('adopt takes the folder of a gateway', () => {
  const [command, ...args] = node
  const { status, stdout } = spawnSync(
    command!,
    [...args, join(root, 'bin/clawprompt.js'), 'adopt', '--builder', gateway, '--cases', '50'],
    { encoding: 'utf8' },
  )
  expect(stdout).toContain('moved        authorized_senders\n')
  expect(stdout).toContain('random prompts: 50 equal, 0 differ only on purpose\n')
  expect(stdout).toContain('random file sets: 50 equal, 0 differ only on purpose\n')
  expect(stdout).toContain('random skill lists: 50 equal, 0 differ only on purpose\n')
  expect(status).toBe(0)
})

test('doctor says when there is nothing to say, and when the addon does not load', () => {
  const doctor = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), 'doctor', '--reports', '/nonexistent'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: '', ...env },
    })
  expect(doctor({})).toMatchObject({ status: 0, stdout: expect.stringContaining('no process has reported yet\n') })
  expect(doctor({}).stdout).toContain('gateway   none on PATH; name its folder with --gateway\n')
  const broken = doctor({ NAPI_RS_NATIVE_LIBRARY_PATH: '/nonexistent/clawprompt.node' })
  expect(broken).toMatchObject({ status: 1, stdout: expect.stringContaining('does not load') })
  const wrong = spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), 'doctor', '--gateway', '/nonexistent'], {
    encoding: 'utf8',
  })
  expect(wrong).toMatchObject({ status: 1, stderr: 'clawprompt: /nonexistent holds no gateway\n' })
})
