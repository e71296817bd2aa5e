import { cpSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { type AgentBootstrapEvent, type BootstrapRunParams, resolveBootstrapContextForRun, resolveBootstrapContextForRunSync } from '../index.js'
import { describe, expect, test, vi } from 'vitest'

import { rejected, root, temporary, thrown } from './support.js'

const example = join(root, 'examples/workspace')
const names = ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'BOOTSTRAP.md', 'MEMORY.md']

const resolve = (params: Omit<BootstrapRunParams, 'workspaceDir'> & { workspaceDir?: string } = {}) =>
  resolveBootstrapContextForRun({ workspaceDir: example, sessionKey: 'agent:main:main', ...params })
const shown = ({ bootstrapFiles }: { bootstrapFiles: { name: string }[] }) => bootstrapFiles.map(({ name }) => name)

test('a run gets its files, their cut and an account of them', async () => {
  const log: string[] = []
  const context = await resolve({ maxChars: 600, warn: (message) => log.push(message) })
  expect(shown(context)).toEqual(names)
  expect(context.outcomes.map(({ state }) => state)).toEqual(['cut', 'cut', 'cut', 'whole', 'cut', 'cut', 'cut', 'cut'])
  expect(context.outcomes[0]).toMatchObject({ name: 'AGENTS.md', rawChars: 1_079, limit: 600 })
  expect(context.contextFiles.every(({ content }) => content.length <= 600)).toBe(true)
  expect(context.report).toMatchObject({ warningMode: 'always', warningShown: true, truncatedFiles: 7 })
  expect(context.notice).toMatch(/^\[Bootstrap truncation warning\]/)
  expect(context.log).toEqual(log)
  expect(log).toHaveLength(7)
  expect(context).toMatchObject({ agentId: 'main', diagnostics: [], leftOut: [], setup: { completed: false, pending: true } })
  expect(resolveBootstrapContextForRunSync({ workspaceDir: example, sessionKey: 'agent:main:main', maxChars: 600 })).toEqual(context)
})

test('the config sets limits, warnings, heartbeats and extra files; an argument beats it', async () => {
  const workspaceDir = temporary()
  cpSync(example, workspaceDir, { recursive: true })
  mkdirSync(join(workspaceDir, 'packages/a'), { recursive: true })
  writeFileSync(join(workspaceDir, 'packages/a/AGENTS.md'), 'nested')
  const config = {
    agents: {
      defaults: { bootstrapMaxChars: 700, bootstrapPromptTruncationWarning: 'off', heartbeat: { every: '0m' } },
      list: [{ id: 'main' }, { id: 'ops', bootstrapMaxChars: 300 }],
    },
    hooks: { internal: { entries: { 'bootstrap-extra-files': { paths: ['packages/*/AGENTS.md'] } } } },
  }
  const main = await resolve({ workspaceDir, config })
  expect(shown(main)).toEqual([...names.filter((name) => name !== 'HEARTBEAT.md'), 'AGENTS.md'])
  expect(main.leftOut).toMatchObject([{ name: 'HEARTBEAT.md', reason: 'heartbeat', missing: false, rawChars: 651 }])
  expect([main.analysis.totals.bootstrapMaxChars, main.report.warningShown, main.notice]).toEqual([700, false, undefined])
  const ops = await resolve({ workspaceDir, config, sessionKey: 'agent:OPS:main', warningMode: 'once', maxChars: 400, extraFiles: [] })
  expect([ops.agentId, ops.analysis.totals.bootstrapMaxChars, ops.report.warningShown]).toEqual(['ops', 400, true])
  expect(shown(ops)).toEqual(names)
  const { warningSignaturesSeen: seenSignatures } = ops.warning
  const again = await resolve({ workspaceDir, config, sessionKey: 'agent:OPS:main', warningMode: 'once', maxChars: 400, extraFiles: [], seenSignatures })
  expect(again.report.warningShown).toBe(false)
})

test('session, setup and context mode leave files out, each with its reason', async () => {
  const workspaceDir = temporary()
  cpSync(example, workspaceDir, { recursive: true })
  writeFileSync(join(workspaceDir, 'openclaw-workspace-state.json'), '{"setupCompletedAt":"2026-01-01"}')
  const reasons = async (params: Omit<BootstrapRunParams, 'workspaceDir'>) => {
    const { leftOut, setup } = await resolve({ workspaceDir, ...params })
    expect(setup).toEqual({ completed: true, pending: false })
    return Object.fromEntries(leftOut.map(({ name, reason }) => [name, reason]))
  }
  expect(await reasons({})).toEqual({ 'BOOTSTRAP.md': 'setup-completed' })
  expect(await reasons({ sessionKey: null, sessionId: 'subagent:1' })).toMatchObject({ 'SOUL.md': 'session', 'BOOTSTRAP.md': 'session' })
  expect(await reasons({ contextMode: 'lightweight', runKind: 'heartbeat' })).toMatchObject({ 'SOUL.md': 'context-mode' })
  expect(await reasons({ runKind: 'commitment-only' })).toMatchObject({ 'HEARTBEAT.md': 'heartbeat' })
  expect(await reasons({ runKind: 'half' as never, contextMode: 'half' as never })).toEqual({ 'BOOTSTRAP.md': 'setup-completed' })
})

/** Report B068. */
test('a file that was refused says why, and the others are rendered', async () => {
  const workspaceDir = temporary()
  const workspace = join(workspaceDir, 'w')
  mkdirSync(join(workspace, 'USER.md'), { recursive: true })
  writeFileSync(join(workspaceDir, 'shared.md'), 'x')
  symlinkSync('../shared.md', join(workspace, 'SOUL.md'))
  linkSync(join(workspaceDir, 'shared.md'), join(workspace, 'TOOLS.md'))
  writeFileSync(join(workspace, 'IDENTITY.md'), Buffer.alloc(2 * 1024 * 1024 + 1, 'x'))
  writeFileSync(join(workspace, 'AGENTS.md'), 'rules')
  writeFileSync(join(workspace, 'HEARTBEAT.md'), Buffer.from([0x89, 0x50, 0, 0xff]))
  const { bootstrapFiles, contextFiles, diagnostics } = await resolve({ workspaceDir: workspace })
  expect(bootstrapFiles.map(({ name, reason }) => [name, reason])).toEqual([
    ['AGENTS.md', undefined],
    ['SOUL.md', 'outside-workspace'],
    ['TOOLS.md', 'hard-link'],
    ['IDENTITY.md', 'too-large'],
    ['USER.md', 'not-a-file'],
    ['HEARTBEAT.md', undefined],
    ['BOOTSTRAP.md', 'absent'],
  ])
  expect(contextFiles[1]!.content).toContain('outside-workspace')
  expect(contextFiles[5]!.content).toBe('\ufffdP\0\ufffd')
  expect(diagnostics.map(({ reason }) => reason)).toEqual(['outside-workspace', 'hard-link', 'too-large', 'not-a-file', 'invalid-utf8', 'nul-characters'])
  expect(diagnostics.every(({ path }) => path?.startsWith(workspace))).toBe(true)
})

describe('the hook', () => {
  test('gets the event and may change or return the list', async () => {
    const config = { agents: {} }
    const events: AgentBootstrapEvent[] = []
    const changed = await resolve({
      config,
      sessionId: 'id',
      hook: async (event) => {
        events.push(event)
        await null
        event.context.bootstrapFiles.push({ name: 'X.md', path: '~/X.md', content: 'x', missing: false })
      },
    })
    const [{ context, timestamp, ...event } = {} as AgentBootstrapEvent] = events
    expect(event).toEqual({ type: 'agent', action: 'bootstrap', sessionKey: 'agent:main:main', messages: [] })
    expect(timestamp).toBeInstanceOf(Date)
    expect(context).toMatchObject({ workspaceDir: join(root, 'examples/workspace'), sessionKey: 'agent:main:main', sessionId: 'id', agentId: 'main' })
    expect(context!.cfg).toBe(config)
    expect(shown(changed)).toEqual([...names, 'X.md'])
    expect(changed.bootstrapFiles[8]!.path).toBe(join(homedir(), 'X.md'))
    const replaced = await resolve({ hook: ({ context }) => (context.bootstrapFiles = context.bootstrapFiles.slice(0, 2)) })
    expect(shown(replaced)).toEqual(names.slice(0, 2))
    const assigned = await resolve({ hook: ({ context }) => { context.bootstrapFiles = [] } })
    expect(shown(assigned)).toEqual([])
  })

  test('what it adds is filtered by session and setup, and each path counts once', async () => {
    const add = (...added: object[]) => ({ context }: AgentBootstrapEvent) => [...context.bootstrapFiles, ...added]
    const soul = { name: 'SOUL.md', path: 'docs/SOUL.md', content: 's' }
    const again = { name: 'AGENTS.md', path: './AGENTS.md', content: 'again' }
    const sub = await resolve({ sessionKey: 'subagent:1', hook: add(soul, again) })
    expect(shown(sub)).toEqual(['AGENTS.md', 'TOOLS.md'])
    expect(sub.leftOut).toContainEqual(expect.objectContaining({ path: 'docs/SOUL.md', reason: 'session' }))
    expect(sub.diagnostics).toEqual([{ reason: 'duplicate', name: 'AGENTS.md', path: join(example, 'AGENTS.md') }])
    const light = await resolve({ contextMode: 'lightweight', runKind: 'cron', hook: add(soul) })
    expect(shown(light)).toEqual(['SOUL.md'])
  })

  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    return proxy
  }
  test.each([
    ['throws', () => { throw new Error('boom') }, { reason: 'hook-failed', detail: 'boom' }],
    ['throws nothing', () => { throw undefined }, { reason: 'hook-failed', detail: 'undefined' }],
    ['throws what has no text', () => { throw { get message() { throw new Error('no') } } }, { reason: 'hook-failed' }],
    ['rejects', async () => { throw 'no' }, { reason: 'hook-failed', detail: 'no' }],
    ['never resolves', () => new Promise(() => {}), { reason: 'hook-timed-out' }],
    ['returns a number', () => 5, { reason: 'hook-result' }],
    ['returns an object', () => ({ length: 3 }), { reason: 'hook-result' }],
    ['puts a revoked proxy in place', (event: AgentBootstrapEvent) => { event.context.bootstrapFiles = revoked() as never }, { reason: 'hook-result' }],
    ['puts rubbish in place', (event: AgentBootstrapEvent) => { event.context.bootstrapFiles = 'x' as never }, { reason: 'hook-result' }],
    ['returns a thenable that throws', () => ({ get then() { throw new Error('then') } }), { reason: 'hook-failed', detail: 'then' }],
  ])('that %s changes nothing and is a diagnostic', async (_, hook, diagnostic) => {
    const context = await resolve({ hook: hook as never, hookTimeoutMs: 50 })
    expect(shown(context)).toEqual(names)
    expect(context.contextFiles).toHaveLength(8)
    expect(context.diagnostics).toEqual([diagnostic])
  })

  /** Report B011. */
  test('entries that are no records are left out one by one', async () => {
    const good = { name: 'A.md', path: 'A.md', content: 'ok' }
    const odd = [null, 5, 'x', {}, { name: 'S.md', filePath: '/x' }, { name: 'P.md', path: 7 }, { name: 'B.md', path: '  ' }, { path: '/a', content: 5 }, { path: '/b', missing: 'yes' }, { get path() { throw new Error('no') } }, good]
    const context = await resolve({ hook: () => odd })
    expect(context.contextFiles).toEqual([{ path: join(example, 'A.md'), content: 'ok' }])
    const type = 'hook-entry-type'
    expect(context.diagnostics.map(({ reason, name }) => name ?? reason)).toEqual([type, type, type, 'hook-entry-path', 'S.md', 'P.md', 'B.md', 'hook-entry-field', 'hook-entry-field', type])
  })

  test('a missing record may say why, and a name defaults to the end of the path', async () => {
    const context = await resolve({ hook: () => [{ path: 'x/USER.md', missing: true, reason: 'too-large' }, { path: 'y/SOUL.md', missing: true, reason: 'because' }] })
    expect(context.bootstrapFiles.map(({ name, reason }) => [name, reason])).toEqual([['USER.md', 'too-large'], ['SOUL.md', 'absent']])
  })

  test('its time limit ends with it, and a late change reaches nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let late = () => {}
      let pending: ReturnType<typeof resolve> | undefined
      await new Promise<void>((called) => {
        pending = resolve({
          hook: ({ context }) =>
            new Promise<void>((settle) => {
              late = () => {
                context.bootstrapFiles.length = 0
                settle()
              }
              called()
            }),
        })
      })
      await vi.advanceTimersByTimeAsync(4_999)
      let settled = false
      void pending!.then(() => (settled = true))
      await vi.advanceTimersByTimeAsync(0)
      expect(settled).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      const context = (await pending)!
      late()
      expect([shown(context), context.diagnostics]).toEqual([names, [{ reason: 'hook-timed-out' }]])
      expect(vi.getTimerCount()).toBe(0)
      await resolve({ hook: () => undefined })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is refused when it is no function, and in the form that cannot wait', () => {
    expect(thrown(() => resolve({ hook: 5 as never })).message).toMatch(/^params\.hook must be a function/)
    expect(thrown(() => resolveBootstrapContextForRunSync({ workspaceDir: example, hook: () => {} } as never)).message).toMatch(/^params\.hook must be absent/)
    for (const hookTimeoutMs of [0, -1, Number.NaN, 1e12, Number.POSITIVE_INFINITY]) {
      expect(thrown(() => resolve({ hookTimeoutMs }))).toEqual({ code: 'ERR_INVALID_PARAMETER', message: expect.stringMatching(/^hookTimeoutMs must be a number of milliseconds/) })
    }
  })
})

test('wrong parameters are errors that name the field; a lost workspace rejects', async () => {
  for (const [params, message] of [
    [{}, 'params.workspaceDir is missing'],
    [{ workspaceDir: 5 }, 'params.workspaceDir must be a string, not a number'],
    [{ workspaceDir: example, budgetPolicy: 'equal' }, 'params.budgetPolicy must be one of in-order, fair'],
    [{ workspaceDir: example, warningMode: 'sometimes' }, 'params.warningMode must be one of off, once, always'],
    [{ workspaceDir: example, extraFiles: [5] }, 'params.extraFiles[0] must be a string, not a number'],
    [{ workspaceDir: example, config: [] }, 'params.config must be an object, not an array'],
  ] as const) {
    expect(thrown(() => resolveBootstrapContextForRun(params as never))).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
    expect(thrown(() => resolveBootstrapContextForRunSync(params as never))).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
  }
  expect(thrown(() => resolve({ maxChars: Number.NaN })).message).toMatch(/^maxChars must be/)
  expect(thrown(() => resolve({ locale: 'not a tag' })).code).toBe('ERR_INVALID_LOCALE')
  const gone = join(temporary(), 'gone')
  expect((await rejected(resolve({ workspaceDir: gone }))).code).toBe('ERR_WORKSPACE_MISSING')
  expect((await rejected(resolve({ workspaceDir: gone, hook: () => [] }))).code).toBe('ERR_WORKSPACE_MISSING')
  const relative = await resolveBootstrapContextForRun({ workspaceDir: './examples/workspace', config: null, sessionKey: null, agentId: null, hook: null, warn: null, locale: null })
  expect(relative.bootstrapFiles[0]!.path).toBe(join(process.cwd(), 'examples/workspace/AGENTS.md'))
})
