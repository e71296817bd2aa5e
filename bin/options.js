'use strict'

const { readFileSync } = require('node:fs')
const { parseArgs } = require('node:util')

const {
  PromptBuilder,
  resolvePromptModeForSessionKey,
  validateAgentSystemPromptParams,
} = require('../load.js')
const { InputError, UsageError } = require('./errors.js')
const { RUN_OPTIONS, agentForRun, paramsForRun, toolNames } = require('./run.js')
const { skillsPrompt } = require('./skills-options.js')
const { WORKSPACE_OPTIONS, readWorkspace } = require('./workspace.js')

/** Options of every command that renders a workspace. */
const RENDER_OPTIONS = {
  mode: { type: 'string' },
  channel: { type: 'string' },
  model: { type: 'string' },
  tools: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  ...WORKSPACE_OPTIONS,
  ...RUN_OPTIONS,
}

/** Parses arguments; whatever is wrong with them is a `UsageError`. */
function parse(args, options, positionals) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error.message)
  }
  if (parsed.positionals.length < positionals.min || parsed.positionals.length > positionals.max) {
    throw new UsageError(`expected ${positionals.what}`)
  }
  return parsed
}

/** A builder with the overlays that `--overlay` names, in order; one that ends in `.json` is an object. */
function builder(files = []) {
  const overlays = files.map((name) =>
    name.endsWith('.json') ? parseJson(name, readText(name)) : { name, toml: readText(name) },
  )
  return new PromptBuilder({ overlays })
}

function parseJson(name, text) {
  try {
    return JSON.parse(text)
  } catch {
    throw new InputError(`${name} is not JSON`)
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${error.code}`)
  }
}

/** A run in a workspace directory, as the options describe it: agent, files and render parameters. */
function runFor(directory, values) {
  const agent = agentForRun(directory, values)
  const workspace = readWorkspace(agent.directory, values, { ...agent, tools: toolNames(values) })
  const params = agent.config === undefined ? paramsForFiles(workspace, values) : paramsForRun(agent, values, workspace)
  return { agent, workspace, params }
}

/** Render parameters for a workspace directory and the options given. */
function paramsFor(directory, values) {
  return runFor(directory, values).params
}

/** Render parameters without a config: the files and the options. */
function paramsForFiles({ workspaceDir, contextFiles, bootstrapMode, context }, values) {
  const params = {
    workspaceDir,
    contextFiles,
    bootstrapMode,
    skillsPrompt: skillsPrompt(workspaceDir),
    bootstrapTruncationNotice: context.notice,
    promptMode: values.mode ?? resolvePromptModeForSessionKey(values.session),
    toolNames: toolNames(values),
    runtimeInfo: { channel: values.channel, model: values.model, sessionKey: values.session },
  }
  const [problem] = validateAgentSystemPromptParams(params)
  if (problem) {
    throw new UsageError(`${problem.field} ${problem.message}; allowed: ${problem.allowed.join(', ')}`)
  }
  return params
}

module.exports = { RENDER_OPTIONS, builder, paramsFor, parse, runFor }
