'use strict'

const {
  buildCodexRunParams,
  contextFilesForBootstrapMode,
  resolveBootstrapRouting,
  routeCodexBootstrapFiles,
} = require('../../load.js')
const { InputError } = require('../errors.js')
const { builder } = require('../options.js')
const { runBuilder } = require('./builder.js')
const { toJson, toMarkdown } = require('./document.js')
const { readJson } = require('./files.js')
const { readModelPrompt } = require('./model.js')
const { loadRules, replaceFacts } = require('./rules.js')
const { loadScenarios } = require('./scenario.js')
const { sectionsByHeading, sectionsOf } = require('./sections.js')
const { loadWorkspace } = require('./workspace.js')

const CODEX_DEFAULTS = { model: 'gpt-5.5', personality: 'pragmatic', threadId: 'thread-1' }

/** Every scenario as `{ id, sent, size, files }`: code units that the gateway sends, their limits, files by name. */
async function renderAll({ dir, overlay, builder: foreign }) {
  if (foreign && overlay) throw new InputError('--overlay changes the prompt of clawprompt; a builder of your own has none')
  const rules = loadRules(dir)
  const runs = loadScenarios(dir).map((scenario) => inFile(scenario, () => prepare(scenario, rules)))
  const prompts = foreign
    ? await foreignPrompts(foreign, runs, rules)
    : ownPrompts(builder(overlay), runs)
  const place = { dir, rules, hasBuilder: Boolean(foreign) }
  return runs.map((run, at) => inFile(run.scenario, () => snapshot(run, prompts[at], place)))
}

/** Says which scenario a fault belongs to. */
function inFile({ path }, work) {
  try {
    return work()
  } catch (error) {
    if (error instanceof InputError || !String(error.code).startsWith('ERR_')) throw error
    throw new InputError(`${path}: ${error.message}`)
  }
}

/** A scenario with its workspace, its tools and the parameters of its prompt. */
function prepare(scenario, rules) {
  const { run = {}, params = {}, runtime } = scenario
  const workspace = loadWorkspace(scenario, rules)
  const tools = loadTools(scenario.tools)
  const shared = {
    locale: rules.pinned.locale,
    toolNames: tools?.map(({ name }) => name),
    ...params,
    runtimeInfo: { sessionKey: run.sessionKey, ...params.runtimeInfo },
    workspaceDir: rules.pinned.workspace,
  }
  if (runtime === 'codex') return { scenario, workspace, tools, params: { promptSurface: 'codex_app_server', ...shared } }
  const { bootstrapMode } = resolveBootstrapRouting({
    workspacePending: workspace.pending,
    bootstrapFiles: workspace.records,
    runKind: run.runKind,
    contextMode: run.contextMode,
    trigger: run.trigger,
    sessionKey: run.sessionKey,
    hasFileAccess: shared.toolNames?.includes('read') ?? false,
  })
  const files = {
    bootstrapMode,
    contextFiles: contextFilesForBootstrapMode(workspace.contextFiles, bootstrapMode),
    bootstrapTruncationNotice: workspace.notice,
    skillsPrompt: workspace.skillsPrompt,
  }
  return { scenario, workspace, tools, params: { ...shared, ...files } }
}

/** Specs of the tools, by name: their order in the file says nothing. */
function loadTools(path) {
  if (path === undefined) return undefined
  const isSpec = (tool) => typeof tool?.name === 'string' && typeof tool.description === 'string'
  const tools = readJson(path, 'tools: an array of { name, description, inputSchema }', (list) => Array.isArray(list) && list.every(isSpec))
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function ownPrompts(builder, runs) {
  return runs.map(({ scenario, params }) =>
    inFile(scenario, () => {
      const rendered = builder.render(params)
      return { text: rendered.text, sections: sectionsOf(rendered) }
    }),
  )
}

async function foreignPrompts(name, runs, rules) {
  const jobs = runs.map(({ scenario, params }) => ({ id: scenario.id, params }))
  const texts = await runBuilder(name, jobs, rules)
  return texts.map((text) => {
    const clean = replaceFacts(text, rules)
    return { text: clean, sections: sectionsByHeading(clean) }
  })
}

function snapshot(run, prompt, { dir, rules, hasBuilder }) {
  const { scenario, tools } = run
  const { layers, requests, routed } = scenario.runtime === 'codex' ? codexRun(run, prompt, dir) : embeddedRun(run, prompt)
  if (tools) layers.push({ id: 'tools', role: 'tools', from: 'gateway', tools })
  const about = { scenario, layers, requests, routed, rules, hasBuilder }
  const { markdown, sent } = toMarkdown(about)
  const files = { [`${scenario.id}.md`]: markdown, [`${scenario.id}.json`]: toJson(about) }
  return { id: scenario.id, sent, size: scenario.size, files }
}

function embeddedRun({ scenario }, prompt) {
  const layers = [
    { id: 'system_prompt', role: 'system', from: 'gateway', ...prompt },
    { id: 'turn_input', role: 'user', from: 'gateway', text: scenario.input },
  ]
  return { layers, requests: {} }
}

function codexRun({ scenario, workspace, tools, params }, prompt, dir) {
  const { run = {}, input } = scenario
  const { personality, ...codex } = { ...CODEX_DEFAULTS, ...scenario.codex }
  const routing = routeCodexBootstrapFiles({
    workspaceDir: params.workspaceDir,
    bootstrapFiles: workspace.records,
    contextMode: run.contextMode,
    runKind: run.runKind,
    memoryTools: run.memoryTools,
    skillsPrompt: workspace.skillsPrompt,
    ...workspace.limits,
  })
  const { thread, turn, permissions } = buildCodexRunParams({
    ...codex,
    workspaceDir: params.workspaceDir,
    request: input,
    systemPrompt: prompt.text,
    routing,
  })
  const files = routing.developerInstructions
  const developer = files === undefined ? prompt.sections : [...prompt.sections, { id: 'workspace_instructions', text: files }]
  const collaboration = turn.collaborationMode.settings.developer_instructions
  const [{ text: turnText }] = turn.input
  const model = readModelPrompt(dir, codex.model, personality)
  const layers = [
    { id: 'model_instructions', role: 'system', from: 'codex', text: model.text, note: model.note },
    { id: 'permissions', role: 'developer', from: 'codex', text: permissions, note: 'A stand-in: Codex has its own words for it.' },
    { id: 'developer_instructions', role: 'developer', from: 'gateway', text: thread.developerInstructions, sections: developer },
    collaboration === null
      ? { id: 'collaboration_instructions', role: 'developer', from: 'codex', note: 'None sent: Codex uses its own text for the mode.' }
      : { id: 'collaboration_instructions', role: 'developer', from: 'gateway', text: collaboration, sections: sectionsByHeading(collaboration) },
    { id: 'turn_input', role: 'user', from: 'gateway', text: turnText, sections: inputSections(turnText, input) },
  ]
  const dynamicTools = tools && { layer: 'tools' }
  const requests = { thread: { ...withPointers(thread), dynamicTools }, turn: withPointers(turn) }
  return { layers, requests, routed: routing.surfaces }
}

/** The request stands last in the input, behind the context if there is any. */
function inputSections(text, request) {
  return [...sectionsByHeading(text.slice(0, text.length - request.length)), { id: 'request', text: request }]
}

/** Parameters with each text that is a layer replaced by the layer's name. */
function withPointers(params) {
  const layer = (name, text) => (text == null ? text : { layer: name })
  if (params.input === undefined) return { ...params, developerInstructions: layer('developer_instructions', params.developerInstructions) }
  const { settings, mode } = params.collaborationMode
  const instructions = layer('collaboration_instructions', settings.developer_instructions)
  return {
    ...params,
    input: params.input.map(({ type }) => ({ type, text: { layer: 'turn_input' } })),
    collaborationMode: { mode, settings: { ...settings, developer_instructions: instructions } },
  }
}

module.exports = { renderAll }
