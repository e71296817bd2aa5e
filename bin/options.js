'use strict'

const { readFileSync } = require('node:fs')
const { parseArgs } = require('node:util')

const {
  PromptBuilder,
  resolvePromptModeForSessionKey,
  validateAgentSystemPromptParams,
} = require('../index.js')
const { InputError, UsageError } = require('./errors.js')
const { RUN_OPTIONS, agentForRun, paramsForRun, toolNames } = require('./run.js')
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

/** A builder with the overlays that `--overlay` names, in order. */
function builder(files = []) {
  const overlays = files.map((name) => ({ name, toml: readText(name) }))
  return new PromptBuilder({ overlays })
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${error.code}`)
  }
}

/** Render parameters for a workspace directory and the options given. */
function paramsFor(directory, values) {
  const agent = agentForRun(directory, values)
  if (agent.config !== undefined) return paramsForRun(agent, values)
  const tools = toolNames(values)
  const { workspaceDir, contextFiles, bootstrapMode, context } = readWorkspace(agent.directory, values, { tools })
  const params = {
    workspaceDir,
    contextFiles,
    bootstrapMode,
    bootstrapTruncationNotice: context.notice,
    promptMode: values.mode ?? resolvePromptModeForSessionKey(values.session),
    toolNames: tools,
    runtimeInfo: { channel: values.channel, model: values.model, sessionKey: values.session },
  }
  const [problem] = validateAgentSystemPromptParams(params)
  if (problem) {
    throw new UsageError(`${problem.field} ${problem.message}; allowed: ${problem.allowed.join(', ')}`)
  }
  return params
}

module.exports = { RENDER_OPTIONS, builder, paramsFor, parse }
