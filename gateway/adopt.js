'use strict'

// Learns the wording of a running prompt builder by calling it, and proves it. Nothing is read from the builder's
// source. What is learned is handed to the caller and kept nowhere.

const { PromptBuilder } = require('../load.js')
const { learnBootstrapTexts } = require('./bootstrap-texts.js')
const { outcome } = require('./compare.js')
const { compose } = require('./compose.js')
const { markDefinition } = require('./marks.js')
const { match } = require('./match.js')
const { observe } = require('./observe.js')
const { factsOfProbes, probe } = require('./probes.js')
const { prove, proveBootstrap, proveSkills } = require('./prove.js')
const { BUNDLED_CHANNELS } = require('./random-params.js')
const { doubleBraces } = require('./recover.js')
const { learnSkillTexts } = require('./skill-texts.js')

/** How many probes are made; more when some lines stay unseen or unexplained, for rare ones need many. */
const PROBES = [72, 288, 1152]

/** With more unexplained lines than this, another structure is at work, and more probes would not help. */
const HOPELESS = 30

/**
 * Learns the wording and the structure of a prompt builder.
 *
 * @param {(params: object) => string} builder takes what `buildAgentSystemPrompt` takes and may ignore
 *   `memoryLines`, `deliverableChannels` and `locale`
 * @param {object} [options]
 * @param {number} [options.cases] random parameter sets for the proof; default 2,000
 * @param {number} [options.seed] first of their seeds; default 0
 * @param {boolean} [options.hostParameters] the builder honours `memoryLines` and `deliverableChannels`; default
 *   false: it asks its own process
 * @param {string[]} [options.deliverableChannels] the channels that it finds there; default the bundled ones
 * @param {string} [options.heartbeatPrompt] the builder's default heartbeat instruction, which helps to find the
 *   block that it removes from context files; default: the block is not looked for
 * @param {Function} [options.bootstrap] the builder's `buildBootstrapContextFiles`, whose markers are learned too
 * @param {Function} [options.notice] its `buildBootstrapPromptWarningNotice`
 * @param {{full: Function, compact?: Function, forRun?: Function}} [options.skills] its `formatSkillsForPrompt`,
 *   `formatSkillsCompact` and `resolveSkillsPromptForRun`, whose sentences are learned too
 * @returns {object} see gateway/adopt.d.ts
 */
function adoptPromptWording(builder, options = {}) {
  const { cases = 2000, seed = 0 } = options
  const { heartbeatBlock, adopted, ...result } = learnPromptWording(builder, options)
  const nothing = { cases: 0, equal: 0, intended: 0 }
  const proof = adopted ? prove(builder, adopted, { cases, seed, heartbeatBlock, ...hostOf(options) }) : nothing
  const { bootstrap, notice, skills } = options
  const bootstrapProof = bootstrap ? adoptBootstrap(bootstrap, notice, { cases, seed, result }) : undefined
  const skillsProof = skills ? adoptSkills(skills, { cases, seed, result }) : undefined
  const differs = [proof, bootstrapProof, skillsProof].some((one) => one?.difference !== undefined)
  return { ok: result.unexplained.length === 0 && !differs, ...result, proof, bootstrapProof, skillsProof }
}

/** Adds the texts around files that were cut, and proves them. */
function adoptBootstrap(build, notice, { cases, seed, result }) {
  const texts = addTexts(result, learnBootstrapTexts(build, notice))
  return proveBootstrap(build, new PromptBuilder({ overlays: [{ texts }] }), { cases, seed })
}

/** Adds the texts around the list of skills, and proves the list. */
function adoptSkills({ full, compact, forRun }, { cases, seed, result }) {
  const texts = addTexts(result, learnSkillTexts(full, compact, forRun))
  return proveSkills({ full, compact }, new PromptBuilder({ overlays: [{ texts }] }), { cases, seed })
}

function addTexts(result, { texts, unexplained }) {
  Object.assign(result.overlay.texts, texts)
  result.learned.push(...Object.keys(texts).map((key) => `texts.${key}`))
  result.unexplained.push(...unexplained)
  return texts
}

/**
 * The learning alone: every probe is rendered again with what was learned, but no random cases follow.
 *
 * @param {(params: object) => string} builder
 * @param {object} [options] as for `adoptPromptWording`
 * @returns {object} as from `adoptPromptWording`, without the proof; `adopted` is a `PromptBuilder` with the overlay
 */
function learnPromptWording(builder, options = {}) {
  const heartbeatBlock = strippedBlock(builder, options.heartbeatPrompt)
  let result
  for (const count of PROBES) {
    result = learnFrom(count, builder, heartbeatBlock, hostOf(options))
    if (result.unexplained.length === 0 && result.unseen.length === 0) break
    if (result.unexplained.length > HOPELESS) break
  }
  return { ...result, heartbeatBlock }
}

function hostOf({ hostParameters = false, deliverableChannels = BUNDLED_CHANNELS }) {
  return { hostParameters, deliverableChannels }
}

function learnFrom(count, builder, heartbeatBlock, host) {
  const definition = new PromptBuilder().definition()
  const tools = toolsOf(definition)
  const { overlay, marks } = markDefinition(definition, factsOfProbes(tools))
  const engine = new PromptBuilder({ overlays: [overlay] })
  const probes = Array.from({ length: count }, (_, seed) => ({ seed, params: probe(seed, { tools, ...host }) }))
  const observed = observe(builder, engine, marks, probes)
  const pairs = match(definition, observed)
  const result = compose(definition, observed, pairs)
  if (heartbeatBlock !== undefined) {
    result.overlay.texts['context.default_heartbeat_block'] = doubleBraces(heartbeatBlock)
    result.learned.push('texts.context.default_heartbeat_block')
  }
  const { text: adopted, error } = outcome(() => new PromptBuilder({ overlays: [result.overlay] }))
  if (error) result.unexplained.push({ key: 'overlay', problem: error.message })
  else if (result.unexplained.length === 0) result.unexplained.push(...unproven(probes, observed.outputs, adopted))
  return { ...result, adopted, unseen: unseenLines(definition, observed), probes: count }
}

/** Tools with a summary of their own, and one that has lines of its own elsewhere. */
function toolsOf({ texts }) {
  const prefix = 'tool_summary.'
  const described = texts.filter(({ key }) => key.startsWith(prefix)).map(({ key }) => key.slice(prefix.length))
  return [...described, 'update_plan']
}

/** The probes that the learned texts do not give back. */
function unproven(probes, outputs, adopted) {
  const wrong = probes.filter(({ params }, index) => adopted.build(params) !== outputs[index])
  return wrong.slice(0, 3).map(({ seed }) => ({ key: `probe ${seed}`, problem: 'the call is not reproduced' }))
}

/** Lines that no probe shows; they keep our words. The host's memory lines are not called for. */
function unseenLines({ sections }, { ours }) {
  const seen = new Set(
    ours.flatMap(({ section, key, glued = [] }) => [key, ...glued].map((name) => `${section}.${name}`)),
  )
  const all = sections.flatMap(({ id, lines }) => lines.map(({ key }) => `${id}.${key}`))
  return all.filter((name) => !seen.has(name) && name !== 'memory.lines')
}

/** Labels under which a workspace template may have shown the default instruction. */
const LABELS = ['Heartbeat prompt:', 'Default heartbeat prompt:', 'Default prompt:']

/** The block that the builder takes out of context files: the candidate that vanishes, if just one does. */
function strippedBlock(builder, instruction) {
  if (instruction === undefined) return undefined
  const candidates = LABELS.map((label) => `${label}\n\`${instruction}\``)
  const vanishing = candidates.filter((candidate) => {
    const contextFiles = [{ path: 'probe.md', content: `zqstart ${candidate} zqend` }]
    return builder({ workspaceDir: '/', promptMode: 'minimal', contextFiles }).includes('zqstart  zqend')
  })
  return vanishing.length === 1 ? vanishing[0] : undefined
}

module.exports = { adoptPromptWording, learnPromptWording }
