// Agent ids, session keys, workspaces, native approvals and heartbeats.

import clawprompt from '../index.js'
import { hasLoneSurrogate, json, outcome, tally } from './compare.mjs'
import { randomSource } from '../gateway/random-text.js'

const TILDE = { tilde: '~ in OPENCLAW_WORKSPACE_DIR is the home, as in every other path' }
const LONE = { 'lone-surrogate': 'half a surrogate pair in an id becomes U+FFFD' }

const PARTS = ['agent', 'main', 'ops', 'acp', 'subagent', 'cron', 'discord', '', ' ', 'x', '1', 'Ops!', 'ſubagent']
const CADENCES = [
  '30m',
  '0m',
  '',
  'soon',
  '5',
  '1h30m',
  '1.5h',
  '.5h',
  '30 m',
  ' 7M ',
  '-5m',
  '1e3',
  '0.0001ms',
  null,
  5,
  0,
  true,
]

export function compareSessions(peer, cases) {
  return [
    ids(peer, cases),
    keys(peer, cases),
    sessionAgents(peer, cases),
    workspaces(peer, cases),
    approvals(peer, cases),
    heartbeats(peer, cases),
  ]
}

function ids(peer, cases) {
  const counts = tally('agent ids')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const id = random.chance(0.3)
      ? random.text().repeat(random.below(12))
      : random.list(5, () => random.pick(PARTS)).join(random.pick(['-', '_', ' ', '.']))
    counts.check(seed, clawprompt.normalizeAgentId(id), peer.normalizeAgentId(id))
  }
  return counts
}

function randomKey(random) {
  const parts = Array.from({ length: 1 + random.below(5) }, () => random.respell(random.pick(PARTS)))
  if (random.chance(0.6)) parts[0] = random.respell('agent')
  return parts.join(':')
}

function keys(peer, cases) {
  const counts = tally('session keys')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const key = random.chance(0.95) ? randomKey(random) : random.pick([undefined, '', ' ', random.text()])
    const ours = [
      clawprompt.resolvePromptModeForSessionKey(key),
      clawprompt.resolveAgentPromptSurfaceForSessionKey(key),
    ]
    counts.check(seed, ours, [peer.resolvePromptModeForSession(key), peer.resolveAgentPromptSurfaceForSessionKey(key)])
  }
  return counts
}

/** At most one default agent: the gateway warns about more on standard output. */
function withDefault(random, list) {
  if (list.length > 0 && random.chance(0.5)) random.pick(list).default = random.pick([true, false, 'yes', 0])
  return list
}

function sessionAgents(peer, cases) {
  const counts = tally('agents of sessions', LONE)
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const list = withDefault(
      random,
      random.list(3, () => ({ id: random.pick(['main', 'ops', 'Ops!', '', random.text()]) })),
    )
    const request = {
      config: random.chance(0.9) ? { agents: { list } } : undefined,
      agentId: random.pick([undefined, undefined, ' ', 'OPS', random.text()]),
      sessionKey: random.pick([undefined, randomKey(random)]),
    }
    const theirs = outcome(() => peer.resolveSessionAgentId(request))
    counts.check(
      seed,
      outcome(() => clawprompt.resolveSessionAgentId(request)),
      theirs,
      hasLoneSurrogate(request) ? 'lone-surrogate' : undefined,
    )
  }
  return counts
}

function workspaces(peer, cases) {
  const counts = tally('workspaces of agents', TILDE)
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const path = () => random.pick([undefined, '~/w', '/srv/w', ' /srv/p ', '~', ''])
    const config = {
      agents: {
        defaults: { workspace: path() },
        list: random.list(3, () => ({ id: random.pick(['main', 'ops', 'dev']), workspace: path() })),
      },
    }
    const env = { HOME: '/home/u' }
    if (random.chance(0.3)) env.OPENCLAW_WORKSPACE_DIR = random.pick(['/mounted', '~/m', ' '])
    if (random.chance(0.3)) env.OPENCLAW_PROFILE = random.pick(['dev', 'default', ' p '])
    if (random.chance(0.3)) env.OPENCLAW_STATE_DIR = random.pick(['/state', '~/s'])
    if (random.chance(0.3)) env.OPENCLAW_HOME = random.pick(['/other', '~/o'])
    const agentId = random.pick(['main', 'ops', 'dev', 'Ops'])
    const theirs = outcome(() => peer.resolveAgentWorkspaceDir(config, agentId, env))
    counts.check(
      seed,
      outcome(() => clawprompt.resolveGatewayPaths({ config, agentId, env }).workspaceDir),
      theirs,
      env.OPENCLAW_WORKSPACE_DIR === '~/m' ? 'tilde' : undefined,
    )
  }
  return counts
}

function approvals(peer, cases) {
  const counts = tally('native approvals')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const channel = random.pick([
      undefined,
      ...['discord', 'googlechat', 'matrix', 'qqbot', 'slack', 'telegram', 'signal', 'irc', 'line'].map(random.respell),
    ])
    // The other capability, inline buttons, is the renderer's; its vectors have it.
    const capabilities = random.list(3, () => random.respell(random.pick(['nativeApprovals', 'threads'])))
    const theirs =
      peer.isKnownNativeApprovalPromptChannel(channel) || peer.hasNativeApprovalPromptRuntimeCapability(capabilities)
    counts.check(seed, clawprompt.hasNativeApprovals(channel, capabilities), theirs)
  }
  return counts
}

function heartbeats(peer, cases) {
  const counts = tally('heartbeats')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const maybe = (make) => (random.chance(0.5) ? make() : undefined)
    const heartbeat = () => ({
      every: maybe(() => random.pick(CADENCES)),
      includeSystemPromptSection: maybe(() => random.pick([true, false, null, 'no'])),
    })
    const config = json(
      random.chance(0.95)
        ? {
            agents: {
              defaults: { heartbeat: maybe(heartbeat) },
              list: maybe(() =>
                withDefault(
                  random,
                  random.list(3, () => ({
                    id: random.pick(['main', 'ops', 'Ops']),
                    heartbeat: random.chance(0.3) ? heartbeat() : undefined,
                  })),
                ),
              ),
            },
          }
        : undefined,
    )
    const agentId = random.pick([undefined, 'main', ' OPS '])
    const theirs = outcome(() => peer.shouldIncludeHeartbeatGuidanceForSystemPrompt({ config, agentId }))
    const ours = outcome(() => clawprompt.resolveAgentHeartbeatPrompt({ config, agentId }) !== undefined)
    counts.check(seed, ours, theirs)
  }
  return counts
}
