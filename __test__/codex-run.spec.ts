import { buildAgentSystemPrompt, buildCodexRunParams, prefixCodexRequest, routeCodexBootstrapFiles } from '../index.js'
import { expect, test } from 'vitest'

import { thrown } from './support.js'

const run = { workspaceDir: '/w', model: 'gpt-5.5', request: 'do it' }
const record = (name: string) => ({ name, path: `/w/${name}`, content: `body of ${name}`, missing: false })

test('inherited instructions, instructions of the turn and the input come from the routing', () => {
  const names = ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'MEMORY.md']
  const routing = routeCodexBootstrapFiles({ workspaceDir: '/w', bootstrapFiles: names.map(record) })
  const systemPrompt = buildAgentSystemPrompt({ workspaceDir: '/w', promptSurface: 'codex_app_server' })
  const { thread, turn } = buildCodexRunParams({ ...run, routing, systemPrompt, threadId: 't1', effort: 'low' })
  expect(systemPrompt).toContain('OPENCLAW_CACHE_BOUNDARY')
  expect(thread.developerInstructions).not.toContain('OPENCLAW_CACHE_BOUNDARY')
  expect(thread.developerInstructions!.endsWith(`\n\n${routing.developerInstructions}`)).toBe(true)
  expect(thread.developerInstructions).not.toContain('body of SOUL.md')
  expect(turn.collaborationMode).toEqual({
    mode: 'default',
    settings: { model: 'gpt-5.5', reasoning_effort: 'low', developer_instructions: routing.collaborationInstructions },
  })
  expect(turn.input).toEqual([{ type: 'text', text: prefixCodexRequest(routing.turnContext!, 'do it') }])
  expect([turn.threadId, turn.effort, turn.cwd, thread.cwd]).toEqual(['t1', 'low', '/w', '/w'])
})

test('a run with nothing to inject sends the request as it is and leaves Codex its own text', () => {
  const { thread, turn, permissions } = buildCodexRunParams({ ...run, request: ' \uD800 do it\n', routing: null, systemPrompt: null })
  expect(thread).toEqual({ model: 'gpt-5.5', cwd: '/w', approvalPolicy: 'never', sandbox: 'danger-full-access' })
  expect(turn).toEqual({
    model: 'gpt-5.5',
    cwd: '/w',
    approvalPolicy: 'never',
    sandboxPolicy: { type: 'dangerFullAccess' },
    input: [{ type: 'text', text: ' \uD800 do it\n' }],
    collaborationMode: { mode: 'default', settings: { model: 'gpt-5.5', reasoning_effort: null, developer_instructions: null } },
  })
  expect(permissions).toMatch(/danger-full-access[^]*never/)
})

test('a lightweight schedule turns the discovery of project documents off', () => {
  const routing = routeCodexBootstrapFiles({ workspaceDir: '/w', bootstrapFiles: [record('SOUL.md')], runKind: 'cron', contextMode: 'lightweight' })
  const { thread, turn } = buildCodexRunParams({ ...run, routing })
  expect(thread.config).toEqual({ project_doc_max_bytes: 0 })
  expect(turn.input[0]!.text).toBe('do it')
})

test('approvals and sandbox go into both requests, each with its own names', () => {
  const { thread, turn, permissions } = buildCodexRunParams({ ...run, approvalPolicy: 'on-request', sandbox: 'workspace-write' })
  expect([thread.approvalPolicy, thread.sandbox]).toEqual(['on-request', 'workspace-write'])
  expect([turn.approvalPolicy, turn.sandboxPolicy.type]).toEqual(['on-request', 'workspaceWrite'])
  expect(permissions).toMatch(/workspace-write[^]*on-request/)
})

test('wrong parameters are named', () => {
  const fault = (change: object) => thrown(() => buildCodexRunParams({ ...run, ...change } as never))
  expect(fault({ model: null })).toEqual({ code: 'ERR_INVALID_PARAMETER', message: 'params.model is missing' })
  expect(fault({ request: 5 }).message).toBe('params.request must be a string, not a number')
  expect(fault({ effort: 'max' }).message).toBe('params.effort must be one of none, minimal, low, medium, high, xhigh')
  expect(fault({ sandbox: 'none' }).message).toMatch(/^params\.sandbox must be one of read-only, workspace-write/)
  expect(fault({ approvalPolicy: 'sometimes' }).message).toMatch(/^params\.approvalPolicy must be one of untrusted/)
  expect(fault({ routing: { developer: 'x' } }).message).toMatch(/^params\.routing\.developer is not a known key/)
  expect(fault({ colour: 1 }).message).toMatch(/^params\.colour is not a known key/)
  expect(thrown(() => buildCodexRunParams(5 as never)).code).toBe('ERR_INVALID_PARAMETER')
})
