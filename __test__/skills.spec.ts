import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import {
  PromptBuilder,
  buildWorkspaceSkillSnapshot,
  buildWorkspaceSkillSnapshotSync,
  computeSkillPromptVersion,
  explainWorkspaceSkills,
  explainWorkspaceSkillsSync,
  formatSkillsForPrompt,
  loadWorkspaceSkillEntries,
  loadWorkspaceSkillEntriesSync,
  needsSkillSnapshotRebuild,
  parseFrontmatterBlock,
  publishPluginSkillLinks,
  publishPluginSkillLinksSync,
  resolveSkillsPromptForRun,
} from '../index.js'
import { expect, test } from 'vitest'

import { makePlace, skill } from './skills-place.js'
import { root, thrown } from './support.js'

const names = (list: { name?: string | undefined }[]) => list.map(({ name }) => name)

test('an entry has the shape of the peer', () => {
  const place = makePlace()
  const metadata =
    '{"openclaw":{"emoji":"e","always":false,"primaryEnv":"P","os":"linux, darwin","requires":{"bins":["sh"]},' +
    '"install":[{"kind":"brew","formula":"x"},{"type":"node","package":"p","bins":["b"]}]}}'
  const file = place.add('workspace/skills/tea', `metadata: ${metadata}`, 'user-invocable: no', 'license: MIT')
  const location = { filePath: file, baseDir: join(place.workspace, 'skills/tea') }
  const [entry, ...others] = loadWorkspaceSkillEntriesSync(place.workspace, { host: place.host })
  expect(others).toEqual([])
  expect(entry).toEqual({
    skill: {
      name: 'tea',
      description: 'About tea.',
      ...location,
      promptVersion: expect.stringMatching(/^sha256:[0-9a-f]{16}$/),
      source: 'openclaw-workspace',
      sourceInfo: {
        path: file,
        source: 'openclaw-workspace',
        scope: 'project',
        origin: 'top-level',
        baseDir: location.baseDir,
      },
      disableModelInvocation: false,
    },
    frontmatter: { name: 'tea', description: 'About tea.', metadata, 'user-invocable': 'no', license: 'MIT' },
    metadata: {
      always: false,
      emoji: 'e',
      primaryEnv: 'P',
      os: ['linux', 'darwin'],
      requires: { bins: ['sh'], anyBins: [], env: [], config: [] },
      install: [
        { kind: 'brew', formula: 'x' },
        { kind: 'node', package: 'p', bins: ['b'] },
      ],
    },
    invocation: { userInvocable: false, disableModelInvocation: false },
    exposure: {
      includeInRuntimeRegistry: true,
      includeInAvailableSkillsPrompt: true,
      userInvocable: false,
    },
  })
  expect(Object.keys(entry!.frontmatter)).toEqual(['name', 'description', 'metadata', 'user-invocable', 'license'])
})

test('the twins agree, and later sources win', async () => {
  const place = makePlace()
  place.add('bundled/notes')
  place.add('workspace/.agents/skills/notes')
  const own = place.add('workspace/skills/notes')
  place.add('home/.openclaw/skills/managed')
  const options = { host: place.host }
  const entries = loadWorkspaceSkillEntriesSync(place.workspace, options)
  expect(await loadWorkspaceSkillEntries(place.workspace, options)).toEqual(entries)
  expect(entries.map((entry) => [entry.skill.name, entry.skill.source])).toEqual([
    ['managed', 'openclaw-managed'],
    ['notes', 'openclaw-workspace'],
  ])
  const snapshot = buildWorkspaceSkillSnapshotSync(place.workspace, options)
  expect(await buildWorkspaceSkillSnapshot(place.workspace, options)).toEqual(snapshot)
  const report = explainWorkspaceSkillsSync(place.workspace, options)
  expect(await explainWorkspaceSkills(place.workspace, options)).toEqual(report)
  expect(report.prompt).toBe(snapshot.prompt)
  expect(names(loadWorkspaceSkillEntriesSync(place.workspace, { ...options, workspaceOnly: true }).map((e) => e.skill)))
    .toEqual(['notes'])
  const shadowed = report.skills.filter(({ reason }) => reason === 'shadowed')
  expect(shadowed.map(({ source, details }) => [source, details])).toEqual([
    ['openclaw-bundled', [join(place.workspace, '.agents/skills/notes/SKILL.md')]],
    ['agents-skills-project', [own]],
  ])
})

test('a snapshot has the shape of the peer and a digest', () => {
  const place = makePlace()
  place.add('workspace/skills/a', 'metadata: {"openclaw":{"primaryEnv":"P","requires":{"env":["HOME"]}}}')
  place.add('workspace/skills/b', 'disable-model-invocation: true')
  const make = (options = {}) =>
    buildWorkspaceSkillSnapshotSync(place.workspace, { host: place.host, snapshotVersion: 5, ...options })
  const snapshot = make()
  expect(snapshot).toEqual({
    prompt: expect.stringMatching(/^\n\n[^]*<name>a<\/name>[^]*<\/available_skills>$/),
    skills: [{ name: 'a', primaryEnv: 'P', requiredEnv: ['HOME'] }, { name: 'b' }],
    resolvedSkills: [expect.objectContaining({ name: 'a', filePath: join(place.workspace, 'skills/a/SKILL.md') })],
    version: 5,
    promptFormatVersion: 1,
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  })
  expect(snapshot.prompt).not.toContain('<name>b<')
  expect(make({ skillFilter: [' b ', 'b', 5, ''] }).skillFilter).toEqual(['b', 'b', '5'])
  expect(make({ skillFilter: [] })).toMatchObject({ prompt: '', skills: [], skillFilter: [] })
  expect(make().digest).toBe(snapshot.digest)
  place.write('workspace/skills/a/SKILL.md', `${skill('a')}edited`)
  expect(make().digest).not.toBe(snapshot.digest)
})

test('a list of skills narrows the entries to those that are eligible', () => {
  const place = makePlace()
  place.add('workspace/skills/a')
  place.add('workspace/skills/mac', 'metadata: {"openclaw":{"os":["darwin"],"requires":{"bins":["no-such-program"]}}}')
  const load = (options = {}) =>
    names(loadWorkspaceSkillEntriesSync(place.workspace, { host: place.host, ...options }).map((entry) => entry.skill))
  const remote = { platforms: ['darwin'], bins: ['no-such-program'] }
  expect(load()).toEqual(['a', 'mac'])
  expect(load({ skillFilter: ['mac', 'a'] })).toEqual(['a'])
  expect(load({ skillFilter: ['mac', 'a'], eligibility: { remote } })).toEqual(['a', 'mac'])
  const config = { agents: { list: [{ id: 'ops', skills: ['a'] }] } }
  expect(load({ config, agentId: 'ops' })).toEqual(['a'])
  expect(load({ config, agentId: 'main' })).toEqual(['a', 'mac'])
})

test('each gate names its reason and what is missing', () => {
  const place = makePlace()
  const gated = (name: string, block: string) => place.add(`bundled/${name}`, `metadata: {"openclaw":${block}}`)
  gated('always', '{"always":true,"requires":{"bins":["nope"]}}')
  gated('any-bins', '{"requires":{"anyBins":["nope","neither"]}}')
  gated('bins', '{"requires":{"bins":["sh","nope"]}}')
  gated('config', '{"requires":{"config":["a.b"]}}')
  gated('disabled', '{}')
  gated('env', '{"requires":{"env":["HOME","NOPE"]}}')
  gated('not-allowed', '{}')
  gated('os', '{"os":["win32"]}')
  place.add('workspace/skills/broken', 'oops')
  place.write('workspace/skills/broken/SKILL.md', '# no header\n')
  place.write('workspace/skills/large/SKILL.md', skill('large') + 'x'.repeat(600))
  place.write('workspace/skills/hard/SKILL.md', skill('hard'))
  linkSync(join(place.workspace, 'skills/hard/SKILL.md'), join(place.root, 'second-name'))
  const allowBundled = ['always', 'any-bins', 'bins', 'config', 'disabled', 'env', 'os']
  const config = {
    skills: { allowBundled, entries: { disabled: { enabled: false } }, limits: { maxSkillFileBytes: 500 } },
  }
  const { skills } = explainWorkspaceSkillsSync(place.workspace, { host: place.host, config })
  const rows = skills.map(({ name, state, reason, details }) => [name, state, reason, details])
  expect(rows).toEqual([
    ['always', 'listed', undefined, []],
    ['any-bins', 'ineligible', 'any-bins', ['nope', 'neither']],
    ['bins', 'ineligible', 'bins', ['nope']],
    ['config', 'ineligible', 'config', ['a.b']],
    ['disabled', 'ineligible', 'disabled', []],
    ['env', 'ineligible', 'env', ['NOPE']],
    ['not-allowed', 'ineligible', 'bundled-not-allowed', []],
    ['os', 'ineligible', 'os', ['win32']],
    [undefined, 'not-loaded', 'no-header', []],
    [undefined, 'not-loaded', 'hard-link', []],
    [undefined, 'not-loaded', 'too-large', []],
  ])
})

test('the environment is read in the call, and a caller may give another', () => {
  const place = makePlace()
  place.add('workspace/skills/a', 'metadata: {"openclaw":{"requires":{"env":["CLAWPROMPT_TEST_TOKEN"]}}}')
  const options = { workspaceOnly: true }
  const available = (host?: object) =>
    names(buildWorkspaceSkillSnapshotSync(place.workspace, { ...options, host: host ?? null }).skills)
  expect(available()).toEqual([])
  process.env.CLAWPROMPT_TEST_TOKEN = 'set'
  try {
    expect(available()).toEqual(['a'])
    expect(available({ env: {} })).toEqual([])
  } finally {
    delete process.env.CLAWPROMPT_TEST_TOKEN
  }
  expect(available()).toEqual([])
  expect(available({ env: { CLAWPROMPT_TEST_TOKEN: 'set' } })).toEqual(['a'])
})

test('limits cut the list, and the report says what it cost', () => {
  const place = makePlace()
  for (const name of ['a', 'b', 'c', 'd']) place.add(`workspace/skills/${name}`)
  const explain = (limits: object, options = {}) =>
    explainWorkspaceSkillsSync(place.workspace, { host: place.host, config: { skills: { limits } }, ...options })
  const whole = explain({})
  expect(whole).toMatchObject({ maxUnits: 18_000, maxSkills: 150, listed: 4, total: 4, layout: 'full' })
  expect(whole.units).toBe(whole.prompt.length)
  const own = whole.skills.reduce((sum, { units }) => sum + units, 0)
  const frame = whole.prompt.length - own
  expect(frame).toBe(formatSkillsForPrompt([{ name: '', description: '', filePath: '' }]).length - 97)
  expect(explain({ maxSkillsPromptChars: whole.units })).toMatchObject({ layout: 'full', listed: 4 })
  expect(explain({ maxSkillsPromptChars: whole.units - 1 })).toMatchObject({ layout: 'compact', listed: 4 })
  const few = explain({ maxSkillsInPrompt: 2 })
  expect(few.skills.map(({ state, units }) => [state, units > 0])).toEqual([
    ['listed', true],
    ['listed', true],
    ['no-room', false],
    ['no-room', false],
  ])
  expect(few.prompt).toContain('2 of 4')
  const config = {
    skills: { limits: { maxSkillsPromptChars: 10 } },
    agents: { list: [{ id: 'ops', skillsLimits: { maxSkillsPromptChars: 17_000 } }] },
  }
  expect(explain({}, { config, agentId: 'ops' }).maxUnits).toBe(17_000)
  expect(explain({}, { config })).toMatchObject({ maxUnits: 10, listed: 0, total: 4 })
})

test('the fair policy keeps pinned and recent skills and names the others', () => {
  const place = makePlace()
  for (const name of ['alpha', 'beta', 'gamma', 'delta']) place.add(`workspace/skills/${name}`)
  const list = (maxSkillsInPrompt: number, options = {}) =>
    explainWorkspaceSkillsSync(place.workspace, {
      host: place.host,
      config: { skills: { limits: { maxSkillsInPrompt } } },
      overflow: 'fair',
      ...options,
    })
  const listed = (report: ReturnType<typeof list>) =>
    names(report.skills.filter(({ state }) => state === 'listed'))
  expect(listed(list(2))).toEqual(['alpha', 'beta'])
  const chosen = list(2, { pinnedSkills: ['gamma'], recentSkills: ['delta'] })
  expect(listed(chosen)).toEqual(['delta', 'gamma'])
  expect(chosen.prompt).toContain('alpha, beta')
  // Only the fair policy ranks.
  expect(listed(list(2, { overflow: null, pinnedSkills: ['gamma'] }))).toEqual(['alpha', 'beta'])
})

test('versions, home shortening and a sandbox change what is printed', () => {
  const place = makePlace()
  const file = place.add('home/.agents/skills/a')
  place.add('workspace/skills/b')
  const prompt = (options = {}) =>
    buildWorkspaceSkillSnapshotSync(place.workspace, { host: place.host, ...options }).prompt
  expect(prompt()).toContain('<location>~/.agents/skills/a/SKILL.md</location>')
  expect(prompt({ shortenHome: false })).toContain(`<location>${file}</location>`)
  expect(prompt()).toContain('<version>')
  expect(prompt({ versions: false })).not.toContain('version>')
  const sandbox = { containerWorkdir: '/box' }
  expect(prompt({ sandbox, workspaceOnly: true })).toContain('<location>/box/skills/b/SKILL.md</location>')
  const writable = { ...sandbox, writable: true, separateSkills: true }
  expect(prompt({ sandbox: writable })).toContain('<location>/box/.openclaw/sandbox-skills/skills/b/SKILL.md<')
})

test('a run takes the stored prompt, else a list of the eligible entries, else nothing', () => {
  const place = makePlace()
  place.add('workspace/skills/a')
  place.add('workspace/skills/mac', 'metadata: {"openclaw":{"os":["darwin"]}}')
  place.add('workspace/skills/shy', 'disable-model-invocation: true')
  const { host, workspace: workspaceDir } = place
  const entries = loadWorkspaceSkillEntriesSync(workspaceDir, { host })
  expect(resolveSkillsPromptForRun({ skillsSnapshot: { prompt: ' kept \n' }, entries })).toBe('kept')
  const made = resolveSkillsPromptForRun({ skillsSnapshot: { prompt: ' ' }, entries, host, workspaceDir })
  expect(made).toBe(buildWorkspaceSkillSnapshotSync(workspaceDir, { host }).prompt)
  expect(made.match(/<name>\w+/g)).toEqual(['<name>a'])
  const remote = { platforms: ['darwin'], note: ' a node ' }
  const noted = resolveSkillsPromptForRun({ entries, host, eligibility: { remote } })
  expect(noted).toMatch(/^a node\n\n\n/)
  expect(noted.match(/<name>\w+/g)).toEqual(['<name>a', '<name>mac'])
  expect(resolveSkillsPromptForRun({ entries: [], eligibility: { remote } })).toBe('')
  expect(resolveSkillsPromptForRun({})).toBe('')
  // What is said about the list counts before what is said about the model, and that before the skill.
  const shy = entries.find(({ skill }) => skill.name === 'shy')!
  const shows = (entry: object) => resolveSkillsPromptForRun({ entries: [{ ...shy, ...entry }], host }) !== ''
  expect(shows({})).toBe(false)
  expect(shows({ exposure: { includeInAvailableSkillsPrompt: true } })).toBe(true)
  expect(shows({ exposure: null, invocation: {} })).toBe(true)
  expect(shows({ exposure: null, invocation: null })).toBe(false)
})

test('a snapshot may be made of given entries, whose code units are kept', () => {
  const skill = { name: 'x\ud800', description: 'd', filePath: '/x/SKILL.md' }
  const snapshot = buildWorkspaceSkillSnapshotSync('/nowhere', { entries: [{ skill }] })
  expect(snapshot.prompt).toContain('<name>x\ud800</name>')
  expect(snapshot.skills).toEqual([{ name: 'x\ud800' }])
  expect(snapshot.resolvedSkills[0]).toMatchObject({ name: 'x\ud800', source: 'openclaw-extra' })
})

test('the list is written in the given order, escaped, in two layouts', () => {
  const skills = [
    { name: 'b&<>"\'', description: 'one\ntwo', filePath: '/b', promptVersion: 'sha256:0' },
    { name: 'a', description: 'd', filePath: '/a' },
  ]
  const list = formatSkillsForPrompt(skills)
  expect(list.slice(list.indexOf('<available_skills>'))).toBe(
    '<available_skills>\n  <skill>\n    <name>b&amp;&lt;&gt;&quot;&apos;</name>\n    <description>one\ntwo</description>\n' +
      '    <location>/b</location>\n    <version>sha256:0</version>\n  </skill>\n  <skill>\n    <name>a</name>\n' +
      '    <description>d</description>\n    <location>/a</location>\n  </skill>\n</available_skills>',
  )
  expect(formatSkillsForPrompt([])).toBe('')
  expect(formatSkillsForPrompt(skills, { layout: 'compact', versions: false })).not.toMatch(/description>|version/)
})

test('the sentences around the list are those of a builder', () => {
  const overlay = { texts: { 'skills.purpose': 'These are the ship papers.' } }
  const builder = new PromptBuilder({ overlays: [overlay] })
  const skills = [{ name: 'a', description: 'd', filePath: '/a' }]
  expect(formatSkillsForPrompt(skills, { builder })).toContain('\n\nThese are the ship papers.\n')
  expect(formatSkillsForPrompt(skills, { builder: new PromptBuilder() })).toBe(formatSkillsForPrompt(skills))
  const entries = [{ skill: skills[0]! }]
  expect(resolveSkillsPromptForRun({ entries, builder })).toContain('These are the ship papers.')
  expect(buildWorkspaceSkillSnapshotSync('/nowhere', { entries, builder }).prompt).toContain('ship papers')
})

test('a version is taken over the text as it is, for a string and for bytes', () => {
  for (const [content, digits] of [
    ['', 'e3b0c44298fc1c14'],
    ['abc', 'ba7816bf8f01cfea'],
    ['é', '4a99557e4033c353'],
    ['\ufeffx', '84144a41283d6dc3'],
    ['---\nname: a\ndescription: b\n---\n', 'a98e4e3c65910060'],
    ['---\r\nname: a\r\ndescription: b\r\n---\r\n', 'e856516014316716'],
  ] as const) {
    expect(computeSkillPromptVersion(content)).toBe(`sha256:${digits}`)
    expect(computeSkillPromptVersion(Buffer.from(content))).toBe(`sha256:${digits}`)
  }
  const invalid = Buffer.concat([Buffer.from('---\nname: u\ndescription: d\n---\n'), Buffer.from([0xff, 0xfe])])
  expect(computeSkillPromptVersion(invalid)).toBe('sha256:04d25befbad27573')
  expect(computeSkillPromptVersion('\ud800')).toBe(computeSkillPromptVersion('\ufffd'))
})

test('a header is read as YAML and line by line', () => {
  expect(parseFrontmatterBlock('\ufeff---\r\nname: a\r\ndescription: Use when: b\r\n---\r\nx')).toEqual({
    name: 'a',
    description: 'Use when: b',
  })
  expect(parseFrontmatterBlock('---\nk: >-\n  one\n  二つ\n---\n')).toEqual({ k: 'one 二つ' })
  expect(parseFrontmatterBlock('# none')).toEqual({})
})

test('a stored snapshot is rebuilt when its form, version or names are others', () => {
  const stored = { promptFormatVersion: 1, version: 5, skillFilter: ['b', 'a'] }
  const needs = (params: object) => needsSkillSnapshotRebuild({ stored, snapshotVersion: 5, skillFilter: ['a', ' b ', 'a'], ...params })
  expect(needs({})).toBe(false)
  expect(needs({ stored: null })).toBe(true)
  expect(needs({ stored: { ...stored, promptFormatVersion: 2 } })).toBe(true)
  expect(needs({ snapshotVersion: 6 })).toBe(true)
  expect(needs({ snapshotVersion: 4 })).toBe(false)
  expect(needs({ snapshotVersion: null })).toBe(true)
  expect(needs({ skillFilter: null })).toBe(true)
  expect(needs({ skillFilter: [] })).toBe(true)
})

test('skills of plugins are known by the links that the caller publishes', async () => {
  const place = makePlace()
  place.add('plugin/skills/canvas')
  const [links, plugins] = [join(place.root, 'links'), [join(place.root, 'plugin/skills')]]
  const file = () => {
    const options = { host: place.host, enabledPluginDirs: plugins, pluginSkillsDir: links }
    const [entry] = loadWorkspaceSkillEntriesSync(place.workspace, options)
    return [entry!.skill.filePath, entry!.syncSourceDir]
  }
  const source = join(place.root, 'plugin/skills/canvas')
  expect(file()).toEqual([join(source, 'SKILL.md'), undefined])
  await publishPluginSkillLinks(links, plugins)
  expect(file()).toEqual([join(links, 'canvas/SKILL.md'), source])
  publishPluginSkillLinksSync(links, [])
  expect(readdirSync(links)).toEqual([])
  writeFileSync(join(place.root, 'file'), '')
  expect(thrown(() => publishPluginSkillLinksSync(join(place.root, 'file/below'), plugins))).toMatchObject({
    code: 'ERR_PLUGIN_LINKS',
  })
})

test('archived skills are left out unless asked for', () => {
  const place = makePlace()
  const file = place.add('workspace/skills/old')
  const load = (options = {}) =>
    loadWorkspaceSkillEntriesSync(place.workspace, { host: place.host, archivedSkillFiles: [file], ...options }).length
  expect(load()).toBe(0)
  expect(load({ includeArchived: true })).toBe(1)
})

test('relative and odd directories, and links out of them, are no errors', () => {
  const place = makePlace()
  place.add('workspace/skills/a')
  mkdirSync(join(place.root, 'elsewhere'))
  place.add('elsewhere/out')
  symlinkSync(join(place.root, 'elsewhere/out'), join(place.workspace, 'skills/out'))
  const host = { ...place.host, cwd: place.root }
  expect(names(loadWorkspaceSkillEntriesSync('workspace', { host }).map((entry) => entry.skill))).toEqual(['a'])
  const escaped = explainWorkspaceSkillsSync('workspace', { host }).skills.find(({ state }) => state !== 'listed')!
  expect(escaped).toMatchObject({
    reason: 'outside-root',
    details: [realpathSync(join(place.root, 'elsewhere/out'))],
  })
  for (const dir of ['', '/no/such/directory', '\0']) {
    expect(loadWorkspaceSkillEntriesSync(dir, { host: { ...host, cwd: '/no' } })).toEqual([])
  }
})

test('an edit is noticed even where size and time stay the same', () => {
  const place = makePlace()
  const file = place.add('workspace/skills/a')
  const version = () =>
    loadWorkspaceSkillEntriesSync(place.workspace, { host: place.host })[0]!.skill.promptVersion
  const seen = new Set<string | undefined>([version()])
  for (const letter of ['x', 'y', 'z']) {
    place.write('workspace/skills/a/SKILL.md', `${skill('a')}${letter}`)
    execFileSync('touch', ['-d', '2020-01-01T00:00:00Z', file])
    seen.add(version())
    expect(version()).toBe(computeSkillPromptVersion(`${skill('a')}${letter}`))
  }
  expect(seen.size).toBe(4)
})

test('wrong arguments are errors that name the field', () => {
  const code = 'ERR_INVALID_PARAMETER'
  const load = (dir: unknown, options?: unknown) => () => loadWorkspaceSkillEntriesSync(dir as string, options as object)
  expect(thrown(load(5))).toEqual({ code, message: 'workspaceDir must be a string, not a number' })
  expect(thrown(load('/x', 5))).toMatchObject({ code })
  expect(thrown(load('/x', { config: [] }))).toEqual({ code, message: 'options.config must be an object, not an array' })
  expect(thrown(load('/x', { host: { en: {} } })).message).toContain('options.host.en is not a known key')
  expect(thrown(load('/x', { overflow: 'fairly' })).message).toBe('options.overflow must be one of alphabetical, fair')
  expect(thrown(load('/x', { builder: {} })).message).toBe('options.builder must be a PromptBuilder')
  expect(thrown(load('/x', { locale: 'not a tag' })).code).toBe('ERR_INVALID_LOCALE')
  const remote = { hasBin: () => true }
  expect(thrown(load('/x', { eligibility: { remote } })).message).toContain('eligibility.remote.bins is missing')
  expect(thrown(() => formatSkillsForPrompt([{ name: 'a', description: 'd' } as never])).message).toBe(
    'skills[0].filePath is missing',
  )
  expect(thrown(() => computeSkillPromptVersion(5 as never)).code).toBe(code)
  const entry = { skill: { name: 'a', description: 'd', filePath: '/a', source: 'mine' } }
  expect(thrown(() => resolveSkillsPromptForRun({ entries: [entry as never] })).message).toMatch(
    /^params\.entries\[0\]\.skill\.source must be one of openclaw-extra, /,
  )
  expect(() => loadWorkspaceSkillEntries(5 as never)).toThrow()
})

test('a worker thread has its own environment, and several calls may run at once', async () => {
  const place = makePlace()
  place.add('workspace/skills/a', 'metadata: {"openclaw":{"requires":{"env":["CLAWPROMPT_WORKER_TOKEN"]}}}')
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { buildWorkspaceSkillSnapshot } = require(${JSON.stringify(root)})
    process.env.CLAWPROMPT_WORKER_TOKEN = 'set'
    const calls = Array.from({ length: 8 }, () => buildWorkspaceSkillSnapshot(workerData, { workspaceOnly: true }))
    Promise.all(calls).then((made) => parentPort.postMessage(made.map(({ skills }) => skills.length)))`
  const lengths = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(code, { eval: true, workerData: place.workspace })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  const eight = new Array(8).fill(1)
  expect(await Promise.all([lengths(), lengths()])).toEqual([eight, eight])
  expect(buildWorkspaceSkillSnapshotSync(place.workspace, { workspaceOnly: true }).skills).toEqual([])
})

test('requests of several threads do not get the programs of one another', async () => {
  const place = makePlace()
  for (let index = 0; index < 40; index += 1) {
    place.add(`workspace/skills/s${index}`, `metadata: {"openclaw":{"requires":{"bins":["tool-${index}"]}}}`)
    const dir = join(place.workspace, '..', 'tools')
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, `tool-${index}`), '', { mode: 0o755 })
  }
  const withPath = (PATH: string) => ({ host: { ...place.host, env: { ...place.host.env, PATH } } })
  const [all, none] = [withPath(join(place.workspace, '..', 'tools')), withPath(place.workspace)]
  for (let round = 0; round < 40; round += 1) {
    const made = await Promise.all([all, none, all, none].map((options) => buildWorkspaceSkillSnapshot(place.workspace, options)))
    expect(made.map(({ skills }) => skills.length)).toEqual([40, 0, 40, 0])
  }
})

test('a number that is none is a version like any other', () => {
  const place = makePlace()
  place.add('workspace/skills/tea')
  const version = (snapshotVersion: number) =>
    buildWorkspaceSkillSnapshotSync(place.workspace, { host: place.host, snapshotVersion }).version
  for (const given of [0, -0, Number.NaN, 1, -0, 0]) expect(version(given)).toBe(given)
})
