'use strict'

// Random parameters for the prompt builder: every parameter, values inside and outside each closed
// set, and the types that the gateway coerces. A case depends on its seed alone, so a failing one
// is named by a number.

const { randomSource } = require('./random-text.js')

/** Channels that both gateway versions know without plugins, in the order they list them. */
const BUNDLED_CHANNELS = [
  ...['feishu', 'googlechat', 'nostr', 'msteams', 'mattermost', 'nextcloud-talk', 'matrix', 'raft'],
  ...['line', 'zalo', 'clickclack', 'zalouser', 'sms', 'synology-chat', 'tlon', 'discord'],
  ...['imessage', 'irc', 'qqbot', 'signal', 'slack', 'telegram', 'twitch', 'whatsapp'],
]

const KNOWN_TOOLS = [
  ...['read', 'write', 'edit', 'apply_patch', 'grep', 'find', 'ls', 'exec', 'process', 'web_search'],
  ...['web_fetch', 'browser', 'canvas', 'nodes', 'cron', 'message', 'gateway', 'agents_list'],
  ...['sessions_list', 'sessions_history', 'sessions_send', 'sessions_spawn', 'sessions_yield'],
  ...['subagents', 'session_status', 'skill_workshop', 'image', 'image_generate'],
]

// Tools named like members of Object.prototype are left out: the gateway prints the member.
const OTHER_TOOLS = ['update_plan', 'memory_search', 'memory_get', 'mcp__x', 'Zeta', '_a', 'a-b', 'é']
const ODD_TOOLS = ['', ' ', '\ufeff', 'two\nlines', '😀', '\ue000', 'ß', 'İx', 'ΑΣ', '10', '9']

const BOOTSTRAP_NAMES = [
  ...['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'BOOTSTRAP.md'],
  'MEMORY.md',
]

const OTHER_FILES = ['Extra.md', 'zz', '10.md', '9.md', 'a_b.md', 'é.md', 'e\u0301.md', 'BOOTſTRAP.md']

const CAPABILITIES = [
  ...['inlineButtons', 'nativeApprovals', 'richText', 'threadbound-acp-spawn', 'reactions'],
  ...['threadbound-subagent-spawn', 'voice', 'Voice', 'a', 'A', 'a_b', 'a-b', '10', '9'],
]

const CHANNELS = [...BUNDLED_CHANNELS, ...['webchat', 'webchat', 'discord', 'slack', 'telegram']]

/** What the gateway strips from context files is its own wording; see `options.heartbeatBlock`. */
const NO_BLOCK = ''

/**
 * One case.
 *
 * @param {number} seed 32-bit integer
 * @param {{locale?: string, heartbeatBlock?: string}} [options] `locale` the process collates in
 *   (copied to the host); `heartbeatBlock` as learned from the gateway, put into some files
 * @returns {{seed: number, params: object, host: {memoryLines: string[],
 *   deliverableChannels: string[], locale?: string}}} values that JSON can carry; strings may hold
 *   lone surrogates
 */
function randomCase(seed, options = {}) {
  const random = randomSource(seed)
  // Sparse cases reach the defaults, dense ones the interplay.
  const density = random.pick([0.1, 0.5, 0.5, 0.9])
  const params = { workspaceDir: random.text() }
  for (const [name, make] of Object.entries(PARAMETERS)) {
    if (!random.chance(density)) continue
    const absent = random.chance(0.03) && name !== REFUSES_NULL
    params[name] = absent ? null : make(random, options)
  }
  return { seed, params, host: randomHost(random, options) }
}

/** Names of all parameters that `randomCase` can produce. */
function parameterNames() {
  return ['workspaceDir', ...Object.keys(PARAMETERS)]
}

function randomHost(random, { locale }) {
  return {
    memoryLines: random.chance(0.5)
      ? []
      : ['## Memory Recall', ...random.list(3, random.text), '', 'end'],
    deliverableChannels: random.chance(0.7)
      ? BUNDLED_CHANNELS
      : [...BUNDLED_CHANNELS, ...new Set(random.list(3, () => random.pick(PLUGIN_CHANNELS)))],
    ...(locale === undefined ? {} : { locale }),
  }
}

const PLUGIN_CHANNELS = ['webchat', 'zulip', 'rocket-chat', 'x25']

// The gateway takes null for absent everywhere but here, where it throws.
const REFUSES_NULL = 'contextFiles'

const truthy = (random) => random.pick([true, true, true, false, 1, 0, 'true', '', 'no'])

const flag = (random) => random.pick([true, true, false, 1, 'true'])

const PARAMETERS = {
  promptMode: (r) => r.pick(['full', 'full', 'full', 'minimal', 'minimal', 'none', 'weird', 'Full', '', 5]),
  promptSurface: (r) =>
    r.pick([
      ...['openclaw_main', 'openclaw_main', 'pi_main', 'codex_app_server', 'cli_backend', 'acp_backend'],
      ...['subagent', '', 'nonsense', 'OPENCLAW_MAIN'],
    ]),
  toolNames: randomTools,
  capabilityToolNames: (r) =>
    r.list(5, () => r.pick([r.respell(r.pick(KNOWN_TOOLS)), r.pick(OTHER_TOOLS), ' ', 5, null, true])),
  toolSummaries: (r) =>
    Object.fromEntries(
      r.list(5, () => [
        r.respell(r.pick([...KNOWN_TOOLS, ...OTHER_TOOLS, '', ' '])),
        r.chance(0.1) ? null : r.text(),
      ]),
    ),
  toolSchemaDirectoryPrompt: (r) => r.text(),
  nativeCommandGuidanceLines: (r) => (r.chance(0.1) ? 'aab c' : r.list(4, () => coercible(r))),
  acpEnabled: flag,
  proactiveSubagentOrchestration: flag,
  subagentDelegationMode: (r) => r.pick(['prefer', 'prefer', 'suggest', 'PREFER', '']),
  skillsPrompt: (r) => r.text(),
  includeMemorySection: (r) => r.pick([true, false, 0, '']),
  memoryCitationsMode: (r) => r.pick(['auto', 'on', 'off', 'other']),
  modelAliasLines: (r) => r.list(4, () => r.pick(['- a: b', '- c: d', '', null, r.text()])),
  userTimezone: (r) => r.pick(['Europe/Berlin', 'utc', ' +02:00 ', '\u0085', '\ufeff', r.text()]),
  userTime: (r) => r.text(),
  userTimeFormat: (r) => r.pick(['12', '24', 'auto', 12]),
  nativeCommandNames: (r) => r.list(2, r.text),
  fsWorkspaceOnly: flag,
  workspaceNotes: (r) => r.list(3, () => coercible(r)),
  docsPath: (r) => r.text(),
  sourcePath: (r) => r.text(),
  sandboxInfo: randomSandbox,
  bootstrapMode: (r) => r.pick(['full', 'full', 'limited', 'none', '', 'zz']),
  bootstrapTruncationNotice: (r) => r.text(),
  contextFiles: (r, options) => r.list(9, () => randomContextFile(r, options)),
  reasoningTagHint: truthy,
  reasoningLevel: (r) => r.pick(['off', 'on', 'stream', '', 'other', 3]),
  defaultThinkLevel: (r) => r.pick(['off', 'low', 'medium', 'high', 'xhigh', 'ultra', '', 'other']),
  ownerNumbers: (r) => r.list(4, () => r.pick(['+15551234567', ' +1 ', '@Ünï', 5, null, {}, r.text()])),
  ownerDisplay: (r) => r.pick(['raw', 'hash', 'hash', 'HASH', '']),
  ownerDisplaySecret: (r) => r.pick([' s3cret ', 'k', '', '  ', '日本', r.text()]),
  silentReplyPromptMode: (r) => r.pick(['generic', 'none', 'other', '']),
  sourceReplyDeliveryMode: (r) => r.pick(['automatic', 'message_tool_only', 'message_tool_only', 'other']),
  requireExplicitMessageTarget: truthy,
  messageToolHints: (r) => r.list(3, r.text),
  ttsHint: (r) => r.text(),
  extraSystemPrompt: (r) => r.text(),
  heartbeatPrompt: (r) => r.text(),
  reactionGuidance: (r) =>
    r.pick([
      { level: 'minimal', channel: r.text() },
      { level: 'extensive', channel: r.text() },
      { level: 'Minimal' },
      ...[{}, true, 5, false, ''],
    ]),
  promptContribution: randomContribution,
  runtimeInfo: randomRuntime,
}

function coercible(random) {
  return random.pick([random.text(), random.text(), 7, null, false, {}, ['x', 'y']])
}

function randomTools(random) {
  if (random.chance(0.15)) return random.list(2, () => random.pick(['', ' ', '\ufeff']))
  return random.list(random.pick([3, 12, 40]), () =>
    random.chance(0.75)
      ? random.respell(random.pick(KNOWN_TOOLS))
      : random.respell(random.pick(random.chance(0.7) ? OTHER_TOOLS : ODD_TOOLS)),
  )
}

function randomSandbox(random) {
  if (random.chance(0.05)) return random.pick(['enabled', 5])
  return optional(random, 0.6, {
    enabled: random.pick([true, true, true, false, 1, 0, 'yes']),
    containerWorkspaceDir: random.pick(['/workspace', ' /workspace ', '  ', '\u200b', '', random.text()]),
    workspaceDir: random.text(),
    agentWorkspaceMount: random.text(),
    workspaceAccess: random.pick(['none', 'ro', 'rw', '', random.text()]),
    browserBridgeUrl: random.pick(['http://127.0.0.1:9', '']),
    hostBrowserAllowed: random.pick([true, false, null, 1, '']),
    elevated: random.chance(0.1) ? random.pick([null, {}, 'on']) : randomElevated(random),
  })
}

function randomElevated(random) {
  return optional(random, 0.8, {
    enabled: random.chance(0.5),
    allowed: random.pick([true, true, false, 1, '']),
    defaultLevel: random.pick(['on', 'off', 'ask', 'full', '', random.text()]),
    fullAccessAvailable: random.pick([true, false, false, null, 0, 'yes']),
    fullAccessBlockedReason: random.pick(['host-policy', 'channel', 'sandbox', 'runtime', 'other', '']),
  })
}

function randomContextFile(random, { heartbeatBlock = NO_BLOCK }) {
  if (random.chance(0.05)) return { path: random.pick(['  ', 5, null]), content: 'x' }
  return { path: randomPath(random), content: randomContent(random, heartbeatBlock) }
}

function randomPath(random) {
  const name = random.chance(0.7)
    ? random.pick(BOOTSTRAP_NAMES)
    : random.pick([...OTHER_FILES, random.text()])
  const spelled = random.chance(0.7) ? name : random.respell(name)
  const folder = random.pick(['', '', '', 'a/', 'A/', 'x\\', './', '/w/', 'a/ ', 'HEARTBEAT.md/', '\u0001/'])
  return folder + spelled + random.pick(['', '', '', '', '', '/', ' '])
}

function randomContent(random, block) {
  const pieces = random.list(4, () =>
    random.chance(0.2) ? random.pick([block, `${block}${block}`, block.replaceAll('\n', '\r\n')]) : random.text(),
  )
  return pieces.join(random.pick(['', '\n', '\n\n', '\n\n\n']))
}

function randomContribution(random) {
  const block = () => random.pick([random.text(), random.text(), '', 5, 'tail \t\n\n\n\n\nx \u2028y\ud800'])
  return optional(random, 0.6, {
    stablePrefix: block(),
    dynamicSuffix: block(),
    sectionOverrides: optional(random, 0.5, {
      interaction_style: block(),
      tool_call_style: block(),
      execution_bias: block(),
      safety: block(),
    }),
  })
}

function randomRuntime(random) {
  if (random.chance(0.03)) return 'runtime'
  const loose = () => (random.chance(0.1) ? random.pick([0, 7, true]) : random.text())
  return optional(random, 0.6, {
    agentId: loose(),
    host: loose(),
    repoRoot: loose(),
    os: loose(),
    arch: loose(),
    node: loose(),
    defaultModel: loose(),
    shell: loose(),
    sessionKey: random.pick(['agent:main:main', 'agent:main:subagent:x', random.text()]),
    sessionId: random.text(),
    model: random.pick(['openai/gpt-5.5', '  m ', '   ', random.text()]),
    channel: random.chance(0.1) ? random.pick([5, '', '  ', random.text()]) : random.respell(random.pick(CHANNELS)),
    chatType: random.pick(['direct', 'dm', ' Group ', 'channel', 'group', 'other', '', 5]),
    capabilities: random.list(6, () =>
      random.chance(0.8) ? random.respell(random.pick(CAPABILITIES)) : random.text(),
    ),
    activeProcessSessions: random.list(3, () => randomProcess(random)),
  })
}

function randomProcess(random) {
  return {
    sessionId: random.text(),
    status: random.pick(['running', 'exited', random.text()]),
    name: random.text(),
    ...optional(random, 0.6, {
      pid: random.pick([1, 0, 1.5, 1e21, -3, '42', null]),
      cwd: random.text(),
    }),
  }
}

/** The object with each member kept by the given probability. */
function optional(random, probability, members) {
  return Object.fromEntries(Object.entries(members).filter(() => random.chance(probability)))
}

module.exports = { BUNDLED_CHANNELS, parameterNames, randomCase }
