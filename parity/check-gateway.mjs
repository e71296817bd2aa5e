// Runs the unmodified gateway from npm with and without the hook, in shadow and in native mode, and compares the
// system prompts that reach the stand-in model server, byte for byte.
//
//   node run.mjs check-gateway.mjs [quick]
//
// `quick` is for CI: one release, three kinds of turns, and the failing addon in native mode.

import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import reports from '../gateway/report.js'
import { makeHome, runGatewayUntil, runLocalTurn, startModelServer, systemPromptOf } from './local-turn.mjs'
import { DEFAULT_VERSION, VERSIONS } from './versions.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const HOOK = path.join(HERE, '../gateway/register.mjs')
const isQuick = process.argv[2] === 'quick'

const server = await startModelServer()
const docker = makeDockerStandIn()
after(async () => {
  fs.rmSync(docker, { recursive: true })
  await server.close()
})

const RULES = { 'AGENTS.md': '# House rules\nWater the plants.\n' }

/** Each kind of turn, with what its prompt must show to be that kind. */
const TURNS = {
  'a plain turn': { files: RULES, shows: ['Water the plants.', '\n## Messaging\n'] },
  'a sub-agent session': {
    files: RULES,
    args: ['--session-key', 'agent:main:subagent:one'],
    shows: ['Water the plants.'],
    lacks: ['\n## Messaging\n'],
  },
  'a group chat': {
    files: RULES,
    args: ['--session-key', 'agent:main:telegram:group:123', '--channel', 'telegram'],
    shows: ['Water the plants.', 'channel=telegram'],
  },
  'a sandboxed agent': {
    files: RULES,
    config: { agents: { defaults: { sandbox: { mode: 'all', workspaceAccess: 'rw' } } } },
    env: { PATH: `${docker}${path.delimiter}${process.env.PATH}` },
    shows: ['\n## Sandbox\n'],
  },
  'oversized and non-Latin files': {
    files: {
      'AGENTS.md': `# 规则\n${'请记住这条规则。必须遵守。\n'.repeat(2000)}`,
      'SOUL.md': `# Душа\n${'Будь добрым 🌱 и кратким. '.repeat(1500)}`,
      'USER.md': '# المستخدم\nاسمها ليلى.\n',
    },
    shows: ['请记住', 'Будь добрым', 'ليلى'],
  },
  'sixty skills': {
    files: { ...RULES, ...sixtySkills() },
    shows: ['<available_skills>', 'skill-59'],
    uses: ['prompt', 'bootstrap', 'skills', 'versions'],
  },
}

const QUICK_TURNS = ['a plain turn', 'oversized and non-Latin files', 'sixty skills']

function sixtySkills() {
  const names = Array.from({ length: 60 }, (_, index) => `skill-${index}`)
  const text = (name) =>
    `---\nname: ${name}\ndescription: Does what ${name} does, in all the ways there are.\n---\n# ${name}\n`
  return Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, text(name)]))
}

/** A folder with a `docker` that says every container is up; the prompt needs no more of it. */
function makeDockerStandIn() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parity-docker-'))
  fs.writeFileSync(path.join(folder, 'docker'), '#!/bin/sh\necho true\n', { mode: 0o755 })
  return folder
}

function rootOf(version) {
  return path.join(HERE, 'node_modules', VERSIONS[version])
}

/** Options of a turn with the hook in this mode; without a mode, without the hook. */
function hooked(mode, { env = {}, ...options } = {}) {
  if (mode === undefined) return { ...options, env }
  return { ...options, nodeArgs: ['--import', HOOK], env: { ...env, CLAWPROMPT_MODE: mode } }
}

/** Runs a turn and returns the system prompt it sent, with what the hook reported. */
async function turn(version, place, options) {
  const before = server.requests.length
  const { code, stdout, stderr } = await runLocalTurn(rootOf(version), place.home, options)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /stand-in reply/)
  assert.equal(server.requests.length, before + 1)
  return resultOf(place, systemPromptOf(server.requests.at(-1)), stderr)
}

/** What a process sent and what the hook reported of each function; the report's file is taken away. */
function resultOf({ home }, prompt, stderr) {
  const folder = path.join(home, '.openclaw/clawprompt')
  const [report] = reports.readReports(folder)
  fs.rmSync(folder, { recursive: true, force: true })
  checkNoContent(prompt, JSON.stringify([report ?? {}, linesOf(stderr)]))
  return { prompt, stderr, functions: report?.functions }
}

/** No sentence of the prompt stands in what the hook wrote. */
function checkNoContent(prompt, written) {
  const sentences = prompt.split('\n').filter((line) => line.split(' ').length >= 4)
  assert.ok(sentences.length > 10)
  const found = sentences.findIndex((line) => written.includes(JSON.stringify(line).slice(1, -1)))
  assert.equal(found, -1, `the hook wrote line ${found} of the prompt`)
}

/** The lines that the hook wrote to standard error. */
function linesOf(stderr) {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{"clawprompt"'))
    .map((line) => JSON.parse(line))
}

function checkShadow({ functions, stderr }, used) {
  for (const [name, { mode, calls, equal, different, failed, served }] of Object.entries(functions)) {
    const expected = { mode: 'shadow', equal: calls, different: 0, failed: 0, served: 0 }
    assert.deepEqual({ mode, equal, different, failed, served }, expected, name)
  }
  for (const name of used) assert.ok(functions[name].calls > 0, name)
  assert.deepEqual(linesOf(stderr), [])
}

/** Ours was served at every call, and each was counted. */
function checkNative({ functions, stderr }, used) {
  for (const [name, { mode, calls, different, failed, served, originalServed }] of Object.entries(functions)) {
    const expected = { mode: 'native', different: 0, failed: 0, served: calls, originalServed: 0 }
    assert.deepEqual({ mode, different, failed, served, originalServed }, expected, name)
  }
  for (const name of used) assert.ok(functions[name].calls > 0, name)
  assert.deepEqual(linesOf(stderr), [])
}

for (const version of isQuick ? [DEFAULT_VERSION] : Object.keys(VERSIONS)) {
  describe(`openclaw ${version}`, () => {
    for (const [
      name,
      { files, config, shows, lacks = [], uses = ['prompt', 'bootstrap'], ...options },
    ] of Object.entries(TURNS)) {
      const skip = isQuick && !QUICK_TURNS.includes(name)
      test(`${name}: the prompt is the same without the hook, in shadow and in native mode`, { skip }, async () => {
        const place = makeHome(server.url, { config, files })
        try {
          const plain = await turn(version, place, hooked(undefined, options))
          for (const text of shows) assert.ok(plain.prompt.includes(text), text)
          for (const text of lacks) assert.ok(!plain.prompt.includes(text), text)
          assert.equal(plain.functions, undefined)
          const shadow = await turn(version, place, hooked('shadow', options))
          assert.equal(shadow.prompt, plain.prompt)
          checkShadow(shadow, uses)
          const native = await turn(version, place, hooked('native', options))
          assert.equal(native.prompt, plain.prompt)
          checkNative(native, uses)
        } finally {
          place.remove()
        }
      })
    }

    const beat = 'a heartbeat: the prompt is the same without the hook, in shadow and in native mode'
    test(beat, { skip: isQuick }, async () => {
      const config = {
        gateway: {
          mode: 'local',
          port: 20_000 + (process.pid % 20_000),
          bind: 'loopback',
          auth: { mode: 'token', token: 'stand-in' },
        },
        agents: { defaults: { heartbeat: { every: '8s' } } },
      }
      const place = makeHome(server.url, {
        config,
        files: { ...RULES, 'HEARTBEAT.md': '# Tasks\n- Look at the pump.\n' },
      })
      const beats = (request) => systemPromptOf(request)?.includes('\n## Heartbeats\n')
      const run = async (mode) => {
        const { request, stderr } = await runGatewayUntil(rootOf(version), place.home, server, beats, hooked(mode))
        assert.ok(request, `no heartbeat came\n${stderr}`)
        return resultOf(place, systemPromptOf(request), stderr)
      }
      try {
        const plain = await run()
        assert.ok(plain.prompt.includes('Look at the pump.'))
        const shadow = await run('shadow')
        assert.equal(shadow.prompt, plain.prompt)
        checkShadow(shadow, ['prompt', 'bootstrap'])
        const native = await run('native')
        assert.equal(native.prompt, plain.prompt)
        checkNative(native, ['prompt', 'bootstrap'])
      } finally {
        place.remove()
      }
    })
  })
}

describe('when the addon fails', () => {
  const version = DEFAULT_VERSION
  const failing = async (mode, env, check) => {
    const place = makeHome(server.url, { files: RULES })
    try {
      const plain = await turn(version, place, hooked(undefined))
      const broken = await turn(version, place, hooked(mode, { env }))
      assert.equal(broken.prompt, plain.prompt)
      check(broken)
    } finally {
      place.remove()
    }
  }
  const stub = path.join(HERE, 'panicking-addon.cjs')

  for (const mode of isQuick ? ['native'] : ['shadow', 'native']) {
    test(`a panic in ${mode} mode leaves the original to the gateway and is reported once`, () =>
      failing(
        mode,
        { NAPI_RS_NATIVE_LIBRARY_PATH: stub, CLAWPROMPT_STAND_IN: path.join(HERE, '..') },
        ({ functions, stderr }) => {
          const { failed, served, originalServed, calls } = functions.prompt
          assert.deepEqual({ failed, served, originalServed }, { failed: 1, served: 0, originalServed: calls })
          const [line, ...others] = linesOf(stderr)
          assert.deepEqual(others, [])
          assert.equal(line.clawprompt, 'error')
          assert.equal(line.code, 'GenericFailure')
          assert.equal(line.served, 'original')
        },
      ))

    test(`a missing binary in ${mode} mode leaves the original to the gateway and is reported once`, () =>
      failing(mode, { NAPI_RS_NATIVE_LIBRARY_PATH: '/nonexistent/clawprompt.node' }, ({ functions, stderr }) => {
        const { served, originalServed, calls, broken } = functions.prompt
        assert.deepEqual({ served, originalServed }, { served: 0, originalServed: calls })
        assert.match(broken, /clawprompt\.node does not exist/)
        const told = linesOf(stderr).map((line) => `${line.clawprompt} ${line.function}`)
        const used = Object.entries(functions).filter(([, entry]) => entry.calls > 0)
        assert.deepEqual(told.sort(), used.map(([name]) => `left alone ${name}`).sort())
      }))
  }
})
