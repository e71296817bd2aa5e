// Runs one turn of the installed gateway's command line against a stand-in model server on
// loopback, in a home of its own, and returns the requests that reached the server.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'

const MODEL = 'stand-in-model'
const REPLY = 'stand-in reply'

/**
 * An OpenAI-compatible chat server that answers every request with the same short text.
 *
 * @param {{onRequest?: () => void}} [options] called when a completion request has arrived, before the reply
 * @returns {Promise<{url: string, requests: object[], arrivals: number[], close: () => Promise<void>}>}
 *   `requests` grows with the parsed bodies of the completion requests, in order of arrival; `arrivals`
 *   are the times of `performance.now()`
 */
export async function startModelServer({ onRequest = () => {} } = {}) {
  const requests = []
  const arrivals = []
  const server = http.createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method !== 'POST' || !request.url.endsWith('/chat/completions')) {
      response.writeHead(request.url.endsWith('/models') ? 200 : 404, JSON_TYPE)
      response.end(JSON.stringify({ object: 'list', data: [{ id: MODEL, object: 'model' }] }))
      return
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    requests.push(body)
    arrivals.push(performance.now())
    onRequest()
    if (body.stream) streamReply(response)
    else response.writeHead(200, JSON_TYPE).end(JSON.stringify(completion('message', 'stop')))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    arrivals,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function completion(member, finishReason, content = REPLY) {
  return {
    id: 'stand-in',
    object: member === 'delta' ? 'chat.completion.chunk' : 'chat.completion',
    created: 0,
    model: MODEL,
    choices: [{ index: 0, [member]: { role: 'assistant', content }, finish_reason: finishReason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

function streamReply(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of [completion('delta', null), completion('delta', 'stop', '')]) {
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  response.end('data: [DONE]\n\n')
}

/**
 * A home directory with a configuration that knows only the stand-in model.
 *
 * @param {string} serverUrl base URL of the model server
 * @param {{config?: object, files?: Record<string, string>}} [content] `config` is laid over the
 *   configuration, member by member; `files` are written under the workspace
 * @returns {{home: string, workspace: string, remove: () => void}}
 */
export function makeHome(serverUrl, { config = {}, files = {} } = {}) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'parity-home-'))
  const workspace = path.join(home, 'workspace')
  const settings = merge(baseConfig(serverUrl, workspace), config)
  write(path.join(home, '.openclaw/openclaw.json'), JSON.stringify(settings))
  fs.mkdirSync(workspace)
  for (const [name, text] of Object.entries(files)) write(path.join(workspace, name), text)
  return { home, workspace, remove: () => fs.rmSync(home, { recursive: true, force: true }) }
}

function baseConfig(baseUrl, workspace) {
  const model = {
    id: MODEL,
    name: 'Stand-in',
    reasoning: false,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 200000,
    maxTokens: 1000,
  }
  const provider = { baseUrl, apiKey: 'none', api: 'openai-completions', models: [model] }
  return {
    agents: { defaults: { workspace, model: { primary: `standin/${MODEL}` } } },
    models: { mode: 'replace', providers: { standin: provider } },
  }
}

function merge(base, over) {
  const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isPlain(base) || !isPlain(over)) return over
  const merged = { ...base }
  for (const [name, value] of Object.entries(over)) merged[name] = merge(base[name], value)
  return merged
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

/**
 * Runs `openclaw agent --local` once.
 *
 * @param {string} root folder of the installed gateway
 * @param {string} home from `makeHome`
 * @param {{message?: string, args?: string[], nodeArgs?: string[], env?: Record<string, string>,
 *   timeoutMs?: number, onStart?: (pid: number) => void}} [options] `nodeArgs` go before the script, for
 *   `--import`; the environment is otherwise empty but for PATH, so nothing of the developer's reaches the gateway
 * @returns {Promise<{code: number | null, stdout: string, stderr: string, milliseconds: number}>}
 *   `code` is null when the turn was stopped after `timeoutMs` (default 120,000)
 */
export async function runLocalTurn(root, home, options = {}) {
  const { message = 'hello', args = [], nodeArgs = [], env = {}, timeoutMs = 120_000, onStart } = options
  const target = args.some((arg) => arg.startsWith('--session')) ? [] : ['--agent', 'main']
  const command = [
    ...nodeArgs,
    path.join(root, 'openclaw.mjs'),
    ...['agent', '--local', ...target, '--message', message, ...args],
  ]
  const start = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, OPENCLAW_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  onStart?.(child.pid)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text))
  }
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { code, ...output, milliseconds: performance.now() - start }
}

/**
 * Runs the gateway until a request that fits reaches the server, and ends it.
 *
 * @param {string} root folder of the installed gateway
 * @param {string} home from `makeHome`
 * @param {{requests: object[]}} server from `startModelServer`
 * @param {(request: object) => boolean} fits
 * @param {{nodeArgs?: string[], env?: Record<string, string>, timeoutMs?: number}} [options]
 * @returns {Promise<{request: object | undefined, stderr: string}>} no request when none came in time
 *   (default 180,000)
 */
export async function runGatewayUntil(root, home, server, fits, options = {}) {
  const { nodeArgs = [], env = {}, timeoutMs = 180_000 } = options
  const first = server.requests.length
  const child = spawn(process.execPath, [...nodeArgs, path.join(root, 'openclaw.mjs'), 'gateway', 'run'], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, OPENCLAW_HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  const ended = new Promise((resolve) => child.on('close', resolve))
  const end = performance.now() + timeoutMs
  let request
  while (request === undefined && performance.now() < end && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    request = server.requests.slice(first).find(fits)
  }
  // Let the turn end before the gateway does.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  child.kill('SIGTERM')
  await ended
  return { request, stderr }
}

/** The system prompt of a recorded request, or undefined. */
export function systemPromptOf(request) {
  const message = request.messages.find(({ role }) => role === 'system' || role === 'developer')
  const content = message?.content
  return Array.isArray(content) ? content.map(({ text }) => text).join('') : content
}
