'use strict'

const { readFileSync } = require('node:fs')
const { parseArgs } = require('node:util')

const { PromptBuilder, validateAgentSystemPromptParams } = require('../index.js')
const { InputError, UsageError } = require('./errors.js')
const { RUN_OPTIONS, paramsForRun } = require('./run.js')
const { skillsPrompt } = require('./skills-options.js')
const { readWorkspace } = require('./workspace.js')

/** Options of every command that renders a workspace. */
const RENDER_OPTIONS = {
  mode: { type: 'string' },
  channel: { type: 'string' },
  model: { type: 'string' },
  tools: { type: 'string' },
  overlay: { type: 'string', multiple: true },
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
  if (values.config !== undefined) return paramsForRun(directory, values)
  const [stray] = Object.keys(RUN_OPTIONS).filter((name) => values[name] !== undefined)
  if (stray) throw new UsageError(`--${stray} needs --config`)
  if (directory === undefined) throw new UsageError('expected one directory, or --config')
  const { workspaceDir, contextFiles } = readWorkspace(directory)
  const params = {
    workspaceDir,
    contextFiles,
    skillsPrompt: skillsPrompt(workspaceDir),
    promptMode: values.mode,
    toolNames: values.tools?.split(',').map((name) => name.trim()).filter(Boolean),
    runtimeInfo: { channel: values.channel, model: values.model },
  }
  const [problem] = validateAgentSystemPromptParams(params)
  if (problem) {
    throw new UsageError(`${problem.field} ${problem.message}; allowed: ${problem.allowed.join(', ')}`)
  }
  return params
}

module.exports = { RENDER_OPTIONS, builder, paramsFor, parse }
