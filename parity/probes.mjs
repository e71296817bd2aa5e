// Parameter sets that between them make a builder print every line it has. Each parameter is an
// axis with a few settings; probes are random combinations, kept while they reach lines that were
// not reached twice yet. Values are distinctive and differ from probe to probe, so that they can be
// recognised in the output.

import { BUNDLED_CHANNELS } from './random-params.mjs'
import { randomSource } from './random-text.mjs'

/** Tools whose presence decides which lines appear. */
const DECISIVE_TOOLS = [
  ...['message', 'gateway', 'sessions_spawn', 'sessions_yield', 'subagents', 'skill_workshop'],
]

/**
 * Picks probes until each line key was reached `times` times.
 *
 * @param {(params: object, host: object) => import('./learn.mjs').Element[]} elementsOf
 * @param {string[]} tools ids of all tools with a summary of their own
 * @param {{times?: number, patience?: number}} [options] how often each key must be reached
 *   (default 3), and after how many probes in a row that add nothing to stop (default 1000)
 * @returns {{params: object, host: object}[]}
 */
export function chooseProbes(elementsOf, tools, { times = 3, patience = 1000 } = {}) {
  const reached = new Map()
  const chosen = []
  for (let seed = 0, idle = 0; idle < patience; seed += 1) {
    const probe = randomProbe(seed, tools)
    const keys = new Set(elementsOf(probe.params, probe.host).flatMap(reachedKeys))
    const useful = [...keys].some((key) => (reached.get(key) ?? 0) < times)
    idle = useful ? 0 : idle + 1
    if (!useful) continue
    for (const key of keys) reached.set(key, (reached.get(key) ?? 0) + 1)
    chosen.push(probe)
  }
  return chosen
}

/** What a probe teaches: a line counts once more for each fragment state and label it shows. */
function reachedKeys({ section, key, values = {} }) {
  if (key === undefined) return []
  const pieces = Object.values(values).flatMap((value) => {
    if (value.fragment) return [`${key} ${value.fragment} ${value.absent ? 'without' : 'with'}`]
    return value.choice ? [value.choice] : []
  })
  return [`${section} ${key}`, ...pieces]
}

function randomProbe(seed, tools) {
  const random = randomSource(seed)
  const value = (name) => `zq${seed}${name}`
  const maybe = (probability, make) => (random.chance(probability) ? make() : undefined)
  const sandboxed = random.chance(0.4)
  const params = {
    workspaceDir: value('workspace'),
    promptMode: random.pick(['full', 'full', 'full', 'minimal']),
    promptSurface: random.pick(['openclaw_main', 'openclaw_main', 'subagent']),
    toolNames: maybe(0.8, () => randomTools(random, tools)),
    toolSchemaDirectoryPrompt: maybe(0.3, () => value('schemas')),
    nativeCommandGuidanceLines: maybe(0.3, () => [value('native')]),
    acpEnabled: random.chance(0.5),
    proactiveSubagentOrchestration: random.chance(0.3),
    subagentDelegationMode: random.pick(['prefer', 'suggest']),
    skillsPrompt: maybe(0.3, () => value('skills')),
    modelAliasLines: maybe(0.3, () => [`- ${value('alias')}: m`]),
    userTimezone: maybe(0.4, () => value('zone')),
    fsWorkspaceOnly: random.chance(0.3),
    workspaceNotes: maybe(0.3, () => [value('note')]),
    docsPath: maybe(0.5, () => value('docs')),
    sourcePath: maybe(0.5, () => value('source')),
    sandboxInfo: sandboxed ? randomSandbox(random, value, maybe) : undefined,
    bootstrapMode: random.pick(['none', 'limited', 'full', 'full']),
    bootstrapTruncationNotice: maybe(0.2, () => value('notice')),
    contextFiles: ['AGENTS.md', 'SOUL.md', 'MEMORY.md', 'BOOTSTRAP.md', 'HEARTBEAT.md']
      .filter(() => random.chance(0.4))
      .map((name) => ({ path: `${value('dir')}/${name}`, content: value(`content${name}`) })),
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
    runtimeInfo: {
      model: maybe(0.5, () => value('model')),
      channel: maybe(0.8, () =>
        random.pick(['discord', 'discord', 'webchat', 'telegram', 'slack', 'whatsapp', `zq${seed}channel`]),
      ),
      chatType: random.pick(['direct', 'group', 'channel']),
      capabilities: ['inlinebuttons', 'nativeapprovals', 'richtext', 'threadbound-acp-spawn'].filter(
        () => random.chance(0.4),
      ),
      activeProcessSessions: maybe(0.3, () => [
        { sessionId: value('session'), status: 'running', name: value('process') },
      ]),
    },
  }
  const plugin = `zq${seed}plugin`
  const host = {
    memoryLines: random.chance(0.3) ? [value('memory')] : [],
    deliverableChannels: random.chance(0.5) ? BUNDLED_CHANNELS : [...BUNDLED_CHANNELS, plugin],
  }
  return { params, host }
}

function randomTools(random, tools) {
  const plain = tools.filter((name) => !DECISIVE_TOOLS.includes(name) && random.chance(0.6))
  const decisive = DECISIVE_TOOLS.filter(() => random.chance(0.6))
  // The spelling is what the builder prints, so it serves as a distinctive value.
  return [...plain, ...decisive].map((name) =>
    [...name].map((letter) => (random.chance(0.5) ? letter.toUpperCase() : letter)).join(''),
  )
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
    elevated: maybe(0.8, () => ({
      allowed: random.chance(0.7),
      defaultLevel: value('level'),
      fullAccessAvailable: random.pick([true, false, undefined]),
      fullAccessBlockedReason: random.pick(['host-policy', 'channel', 'sandbox', 'runtime']),
    })),
  }
}
