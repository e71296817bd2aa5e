'use strict'

// Parameter sets that between them make a builder print every line it has. Every value is distinctive and
// carries the probe's number, so that it can be recognised in the output and its placeholder put back.

const { BUNDLED_CHANNELS } = require('./random-params.js')
const { randomSource } = require('./random-text.js')

/** Tools whose presence decides which lines appear. */
const DECISIVE_TOOLS = [
  ...['message', 'gateway', 'sessions_spawn', 'sessions_yield', 'subagents', 'skill_workshop', 'cron', 'exec'],
  ...['process', 'read', 'update_plan'],
]

/** Stands for a channel that carries the probe's number. */
const OWN = 'own'

/** Stands for the last of the channels that can deliver. */
const LAST = 'last'

const CHANNELS = ['discord', 'discord', 'webchat', 'telegram', 'slack', LAST, OWN, OWN]

const CAPABILITIES = ['inlinebuttons', 'nativeapprovals', 'richtext', 'threadbound-acp-spawn']

/** What probes differ in that a condition could ask about: tools, channels, capabilities. */
function factsOfProbes(tools) {
  const channels = [...new Set(CHANNELS)].filter((channel) => channel !== OWN && channel !== LAST)
  return [
    ...tools.map((name) => `tool:${name}`),
    ...channels.map((name) => `channel:${name}`),
    ...CAPABILITIES.map((name) => `cap:${name}`),
  ]
}

/**
 * A value that no builder changes and that is nowhere else: letters and digits only.
 *
 * @param {number} seed of the probe
 * @param {string} name lower-case letters
 */
function probeValue(seed, name) {
  return `zq${seed}${name}`
}

/** The tool's name as a probe spells it; the spelling is what a builder prints, and no word looks like it. */
function probeSpelling(seed, name) {
  const last = name.length - 1
  // Two spellings, so that one which occurs by chance is not taken for the value.
  const upper = seed % 2 === 0 || last < 2 ? [1] : [1, last]
  return [...name].map((letter, index) => (upper.includes(index) ? letter.toUpperCase() : letter)).join('')
}

/**
 * One probe.
 *
 * @param {number} seed whole number
 * @param {{tools: string[], deliverableChannels?: string[], hostParameters?: boolean}} options `tools` are all
 *   tools with a built-in summary; see `adoptPromptWording` for the others
 * @returns {object} parameters as `buildAgentSystemPrompt` takes them
 */
function probe(seed, { tools, deliverableChannels = BUNDLED_CHANNELS, hostParameters = false }) {
  const random = randomSource(seed)
  const value = (name) => probeValue(seed, name)
  const maybe = (probability, make) => (random.chance(probability) ? make() : undefined)
  const params = {
    workspaceDir: value('workspace'),
    promptMode: random.pick(['full', 'full', 'full', 'minimal']),
    promptSurface: random.pick(['openclaw_main', 'openclaw_main', 'subagent']),
    toolNames: maybe(0.8, () => randomTools(seed, random, tools)),
    toolSchemaDirectoryPrompt: maybe(0.3, () => value('schemas')),
    nativeCommandGuidanceLines: maybe(0.3, () => [value('native')]),
    acpEnabled: random.chance(0.6),
    proactiveSubagentOrchestration: random.chance(0.3),
    subagentDelegationMode: random.pick(['prefer', 'suggest']),
    skillsPrompt: maybe(0.3, () => value('skills')),
    includeMemorySection: hostParameters && random.chance(0.6),
    modelAliasLines: maybe(0.3, () => [`- ${value('alias')}: m`]),
    userTimezone: maybe(0.4, () => value('zone')),
    fsWorkspaceOnly: random.chance(0.3),
    workspaceNotes: maybe(0.3, () => [value('note')]),
    docsPath: maybe(0.5, () => value('docs')),
    sourcePath: maybe(0.5, () => value('source')),
    sandboxInfo: random.chance(0.4) ? randomSandbox(random, value, maybe) : undefined,
    bootstrapMode: random.pick(['none', 'limited', 'full', 'full']),
    bootstrapTruncationNotice: maybe(0.2, () => value('notice')),
    contextFiles: ['AGENTS.md', 'SOUL.md', 'MEMORY.md', 'BOOTSTRAP.md', 'HEARTBEAT.md']
      .filter(() => random.chance(0.4))
      .map((name) => ({ path: `${value('dir')}/${name}`, content: value(`content${name.slice(0, -3)}`) })),
    reasoningTagHint: random.chance(0.3),
    reasoningLevel: value('reasoning'),
    defaultThinkLevel: value('thinking'),
    ownerNumbers: maybe(0.4, () => [value('owner'), value('other')]),
    silentReplyPromptMode: random.pick(['generic', 'none']),
    sourceReplyDeliveryMode: random.pick(['automatic', 'message_tool_only']),
    requireExplicitMessageTarget: random.chance(0.5),
    messageToolHints: maybe(0.3, () => [value('hint')]),
    ttsHint: maybe(0.3, () => value('tts')),
    extraSystemPrompt: maybe(0.4, () => value('extra')),
    heartbeatPrompt: maybe(0.4, () => value('heartbeat')),
    reactionGuidance: maybe(0.4, () => ({
      level: random.pick(['minimal', 'extensive']),
      channel: value('reactions'),
    })),
    promptContribution: maybe(0.3, () => ({
      stablePrefix: maybe(0.5, () => value('prefix')),
      dynamicSuffix: maybe(0.5, () => value('suffix')),
      sectionOverrides: {
        interaction_style: maybe(0.3, () => value('interaction')),
        tool_call_style: maybe(0.3, () => value('style')),
        execution_bias: maybe(0.3, () => value('bias')),
      },
    })),
    runtimeInfo: {
      model: maybe(0.5, () => value('model')),
      channel: maybe(0.85, () => randomChannel(random, value, deliverableChannels)),
      chatType: random.pick(['direct', 'group', 'channel']),
      capabilities: CAPABILITIES.filter(() => random.chance(0.45)),
      activeProcessSessions: maybe(0.3, () => [
        { sessionId: value('session'), status: 'running', name: value('command') },
      ]),
    },
    deliverableChannels,
  }
  if (hostParameters) {
    params.memoryLines = [value('memory')]
    if (random.chance(0.5)) params.deliverableChannels = [...deliverableChannels, value('plugin')]
  }
  return params
}

function randomChannel(random, value, deliverableChannels) {
  const channel = random.pick(CHANNELS)
  if (channel === OWN) return value('channel')
  return channel === LAST ? deliverableChannels.at(-1) : channel
}

function randomTools(seed, random, tools) {
  const others = tools.filter((name) => !DECISIVE_TOOLS.includes(name) && random.chance(0.5))
  const decisive = DECISIVE_TOOLS.filter(() => random.chance(0.65))
  return [...others, ...decisive].map((name) => probeSpelling(seed, name))
}

function randomSandbox(random, value, maybe) {
  return {
    enabled: true,
    containerWorkspaceDir: maybe(0.6, () => value('container')),
    workspaceDir: maybe(0.5, () => value('mounted')),
    workspaceAccess: maybe(0.7, () => value('access')),
    agentWorkspaceMount: maybe(0.5, () => value('mount')),
    browserBridgeUrl: maybe(0.5, () => value('bridge')),
    hostBrowserAllowed: random.pick([true, false, undefined]),
    elevated: maybe(0.85, () => ({
      allowed: random.chance(0.7),
      defaultLevel: value('level'),
      fullAccessAvailable: random.pick([true, false, false, undefined]),
      fullAccessBlockedReason: random.pick(['host-policy', 'channel', 'sandbox', 'runtime']),
    })),
  }
}

module.exports = { factsOfProbes, probe, probeSpelling, probeValue }
