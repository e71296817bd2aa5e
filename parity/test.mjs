// Tests of the tools in this folder, against the installed gateway.
//
//   node run.mjs test.mjs

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'

import { AREA_NAMES, loadPeer, processLocale } from './peer.mjs'
import { randomConfiguredCase } from './random-config.mjs'
import { BUNDLED_CHANNELS, parameterNames, randomCase } from '../gateway/random-params.js'
import { VERSIONS } from './versions.mjs'

const peer = await loadPeer()

test('every name is found in the reference version and is callable', () => {
  assert.deepEqual(peer.missing, [])
  for (const name of Object.keys(peer.modules)) assert.equal(typeof peer[name], 'function', name)
})

test('an area can be loaded alone, also after another one', async () => {
  for (const area of AREA_NAMES) {
    const part = await loadPeer('2026.6.11', { areas: [area] })
    assert.ok(Object.keys(part.modules).length > 0, area)
  }
})

test('a name that a version lacks is listed and throws when read', async () => {
  const older = await loadPeer('2026.6.11', { areas: ['bootstrap'] })
  assert.deepEqual(older.missing, ['resolveWorkspaceBootstrapRouting'])
  assert.throws(() => older.resolveWorkspaceBootstrapRouting, /2026\.6\.11 has no resolveWorkspace/)
})

test('an unknown version or area is refused by name', async () => {
  await assert.rejects(loadPeer('1.0.0'), /1\.0\.0 is not one of the installed versions/)
  await assert.rejects(loadPeer('2026.7.1', { areas: ['nonsense'] }), /"nonsense" is unknown/)
})

test('a render without host state is not touched by an earlier one with it', () => {
  const params = { workspaceDir: '/ws', toolNames: ['message'] }
  const plain = peer.render(params, {})
  const deliverableChannels = [...BUNDLED_CHANNELS, 'zulip']
  const hosted = peer.render(params, { memoryLines: ['## M', 'line'], deliverableChannels })
  assert.ok(hosted.includes('\n## M\nline\n'))
  assert.ok(hosted.includes('whatsapp|zulip'))
  assert.equal(peer.render(params, {}), plain)
})

test('host values that the process cannot take are refused', () => {
  const params = { workspaceDir: '/ws' }
  assert.throws(() => peer.render(params, { deliverableChannels: ['zulip'] }), /cannot be set/)
  assert.throws(() => peer.render(params, { locale: 'xx-XX' }), /host\.locale is xx-XX/)
  assert.doesNotThrow(() => peer.render(params, { locale: processLocale() }))
})

test('a seed always gives the same case', () => {
  assert.deepEqual(randomCase(7), randomCase(7))
  assert.notDeepEqual(randomCase(7), randomCase(8))
})

test('the generator reaches every parameter and the gateway accepts every case', async () => {
  const reached = new Set()
  const hashes = new Set()
  for (const version of Object.keys(VERSIONS)) {
    const { render } = await loadPeer(version, { areas: ['renderer', 'host'] })
    for (let seed = 0; seed < 2000; seed += 1) {
      const { params, host } = randomCase(seed, { heartbeatBlock: 'label\n`text`' })
      for (const name of Object.keys(params)) reached.add(name)
      hashes.add(createHash('sha256').update(render(params, host)).digest('hex'))
    }
  }
  assert.deepEqual(parameterNames().filter((name) => !reached.has(name)), [])
  assert.ok(hashes.size > 3000, `only ${hashes.size} different prompts`)
})

test('the configured builder accepts every case and the configuration takes effect', () => {
  let changed = 0
  for (let seed = 0; seed < 1000; seed += 1) {
    const { params, host } = randomConfiguredCase(seed)
    const { config, agentId, ...plain } = params
    const prompt = peer.render(plain, host)
    const configured = peer.buildConfiguredAgentSystemPrompt(params)
    if (config === undefined) assert.equal(configured, prompt)
    else if (configured !== prompt) changed += 1
  }
  assert.ok(changed > 200, `the configuration changed ${changed} prompts`)
})
