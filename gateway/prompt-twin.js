'use strict'

// Our side of the gateway's `buildAgentSystemPrompt`.

const { compare, locate } = require('./compare.js')
const { meetsIntendedDifference } = require('./intended.js')

/** Parameters whose values decide which lines a prompt has. */
const TELLING = [
  ...['promptMode', 'promptSurface', 'subagentDelegationMode', 'bootstrapMode', 'silentReplyPromptMode'],
  ...['sourceReplyDeliveryMode', 'reasoningLevel', 'acpEnabled', 'proactiveSubagentOrchestration'],
]

class PromptTwin {
  /**
   * @param {{memory: Function, channels: () => string[]}} host functions of the gateway that its builder asks
   * @param {() => string | undefined} heartbeatPrompt the gateway's default heartbeat instruction
   */
  constructor(host, heartbeatPrompt) {
    this.name = 'prompt'
    this.host = host
    this.heartbeatPrompt = heartbeatPrompt
    this.locale = new Intl.Collator().resolvedOptions().locale
  }

  /** Learns the gateway's wording. Throws when it is not fully understood. */
  prepare(original) {
    const start = performance.now()
    const { learnPromptWording } = require('./adopt.js')
    const deliverableChannels = this.host.channels()
    const result = learnPromptWording(original, { deliverableChannels, heartbeatPrompt: this.heartbeatPrompt() })
    const [unexplained] = result.unexplained
    if (unexplained) throw new Error(`${unexplained.key}: ${unexplained.problem}`)
    this.builder = result.adopted
    const { learned, dropped, moved, inserted } = result
    this.adoption = {
      milliseconds: Math.round(performance.now() - start),
      learned: learned.length,
      dropped: dropped.length,
      moved: moved.length + inserted.length,
    }
  }

  details() {
    return { adoption: this.adoption }
  }

  call([params]) {
    return this.builder.build(this.withHost(params))
  }

  /** The parameters with what the original asks its process for. */
  withHost(params) {
    return {
      ...params,
      memoryLines: this.memoryLines(params),
      deliverableChannels: this.host.channels(),
      locale: this.locale,
    }
  }

  memoryLines({ promptMode, includeMemorySection, toolNames, capabilityToolNames, memoryCitationsMode }) {
    if (promptMode === 'minimal' || promptMode === 'none' || includeMemorySection === false) return []
    const names = [...(toolNames ?? []), ...(capabilityToolNames ?? [])]
    const availableTools = new Set(names.map((name) => String(name).trim().toLowerCase()).filter(Boolean))
    return this.host.memory({ availableTools, citationsMode: memoryCitationsMode })
  }

  shape([params]) {
    const { runtimeInfo = {}, toolNames = [], sandboxInfo } = params
    const given = Object.keys(params).filter((name) => params[name] != null && params[name] !== '')
    const tools = toolNames.map((name) => name.trim().toLowerCase()).sort()
    return JSON.stringify([
      ...TELLING.map((name) => params[name] ?? null),
      ...[runtimeInfo?.channel ?? null, runtimeInfo?.chatType ?? null, sandboxInfo?.enabled ?? null],
      given.sort(),
      tools,
    ])
  }

  same(ours, theirs) {
    return ours === theirs
  }

  intended([params], text) {
    return meetsIntendedDifference(params, text)
  }

  explained([params], original) {
    return compare(original, (given) => this.call([given]), params) === 'intended'
  }

  locate([params], theirs) {
    return locate(this.builder, this.withHost(params), theirs)
  }
}

module.exports = { PromptTwin }
