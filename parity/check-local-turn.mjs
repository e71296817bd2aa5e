// Runs the installed gateway's command line end to end against the stand-in model server and
// checks what reaches the server.
//
//   node run.mjs check-local-turn.mjs

import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, test } from 'node:test'

import { makeHome, runLocalTurn, startModelServer, systemPromptOf } from './local-turn.mjs'
import { VERSIONS } from './versions.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const WORKSPACE_FILES = { 'AGENTS.md': '# House rules\nWater the plants.\n' }

const server = await startModelServer()
after(() => server.close())

/** Runs a turn in a new home (or the given one) and returns the system prompt it sent. */
async function promptOfTurn(version, { config, home, ...options } = {}) {
  const root = path.join(HERE, 'node_modules', VERSIONS[version])
  const place = home ?? makeHome(server.url, { config, files: WORKSPACE_FILES })
  const before = server.requests.length
  try {
    const { code, stdout, stderr } = await runLocalTurn(root, place.home, options)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /stand-in reply/)
    assert.equal(server.requests.length, before + 1)
    return systemPromptOf(server.requests.at(-1))
  } finally {
    if (!home) place.remove()
  }
}

for (const version of Object.keys(VERSIONS)) {
  test(`${version}: a plain turn sends the full prompt, the same one every time`, async () => {
    const home = makeHome(server.url, { files: WORKSPACE_FILES })
    try {
      const first = await promptOfTurn(version, { home })
      assert.ok(first.includes('Water the plants.'))
      assert.ok(first.includes('\n## Messaging\n'))
      assert.ok(!first.includes('OPENCLAW_CACHE_BOUNDARY'))
      assert.equal(await promptOfTurn(version, { home }), first)
    } finally {
      home.remove()
    }
  })

  test(`${version}: a sub-agent session gets the minimal prompt`, async () => {
    const args = ['--session-key', 'agent:main:subagent:one']
    const prompt = await promptOfTurn(version, { args })
    assert.ok(prompt.includes('Water the plants.'))
    assert.ok(!prompt.includes('\n## Messaging\n'))
  })

  test(`${version}: a sandboxed agent runs on a stand-in for docker`, async () => {
    const config = { agents: { defaults: { sandbox: { mode: 'all', workspaceAccess: 'rw' } } } }
    const tools = makeDockerStandIn()
    try {
      const env = { PATH: `${tools}${path.delimiter}${process.env.PATH}` }
      assert.ok((await promptOfTurn(version, { config, env })).includes('\n## Sandbox\n'))
    } finally {
      fs.rmSync(tools, { recursive: true })
    }
  })
}

/** A folder with a `docker` that says every container is up; the prompt needs no more of it. */
function makeDockerStandIn() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parity-docker-'))
  fs.writeFileSync(path.join(folder, 'docker'), '#!/bin/sh\necho true\n', { mode: 0o755 })
  return folder
}
