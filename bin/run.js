'use strict'

const os = require('node:os')
const { resolve } = require('node:path')

const {
  adaptRun,
  describeOperatingSystem,
  findReferencePathsSync,
  findRepoRootSync,
  loadGatewayConfigSync,
  loadTtsPreferencesSync,
  normalizeAgentId,
  resolveAgentModel,
  resolveContextInjectionMode,
  resolveGatewayPaths,
} = require('../load.js')
const { InputError, UsageError } = require('./errors.js')
const { skillsPrompt } = require('./skills-options.js')

const ADAPTERS = ['embedded', 'cli', 'preview', 'compaction']

/** What each reason of a diagnostic means. */
const REASONS = { 'unknown-time-zone': "names no time zone; the host's is used" }

/** Options of a run under a gateway's config; they need `--config`. */
const RUN_OPTIONS = {
  config: { type: 'string' },
  agent: { type: 'string' },
  adapter: { type: 'string' },
  trigger: { type: 'string' },
}

/**
 * Config, agent and workspace of a run: those of `--config` and `--agent`, and `directory` or the agent's own.
 */
function agentForRun(directory, values) {
  if (values.config === undefined) {
    const stray = Object.keys(RUN_OPTIONS).find((name) => values[name] !== undefined)
    if (stray) throw new UsageError(`--${stray} needs --config`)
    if (directory === undefined) throw new UsageError('expected one directory, or --config')
    return { directory }
  }
  const { config } = loadGatewayConfigSync(values.config)
  const agentId = knownAgent(config, values.agent, values.config)
  const paths = resolveGatewayPaths({ config, agentId, configPath: resolve(values.config) })
  return { directory: directory ?? paths.workspaceDir, config, agentId, paths }
}

/** Render parameters of a full run: what the config file says, what is on this machine, and the options. */
function paramsForRun({ config, agentId, paths }, values, files) {
  const { adapter = 'embedded' } = values
  if (!ADAPTERS.includes(adapter)) {
    throw new UsageError(`there is no adapter "${adapter}"; the adapters are ${ADAPTERS.join(', ')}`)
  }
  const run = describeRun({ config, agentId, files, tools: toolNames(values), values })
  const { params, diagnostics } = adaptRun(adapter, run, {
    config,
    ttsPreferences: loadTtsPreferencesSync(paths.ttsPreferencesPath),
  })
  for (const { reason, key } of diagnostics) {
    process.stderr.write(`clawprompt: warning: ${values.config}: ${key} ${REASONS[reason]}\n`)
  }
  return params
}

/** The names that `--tools` lists. */
function toolNames({ tools }) {
  return tools?.split(',').map((name) => name.trim()).filter(Boolean)
}

/** The agent that `--agent` names; one that the config does not know is a mistake more often than not. */
function knownAgent(config, agent, file) {
  const list = Array.isArray(config.agents?.list) ? config.agents.list : []
  const known = list.length > 0 ? list.map((entry) => normalizeAgentId(String(entry?.id ?? ''))) : ['main']
  if (agent !== undefined && !known.includes(normalizeAgentId(agent))) {
    throw new InputError(`${file}: agents.list has no agent "${agent}"; it has ${known.join(', ')}`)
  }
  return agent
}

function describeRun({ config, agentId, files, tools, values }) {
  const { env } = process
  const { workspaceDir, contextFiles, bootstrapMode, context } = files
  const configuredModel = resolveAgentModel({ config, agentId })
  const { docsPath, sourcePath } = findReferencePathsSync({ workspaceDir, currentDir: process.cwd() })
  return {
    workspaceDir,
    agentId,
    sessionKey: values.session,
    trigger: values.trigger,
    promptMode: values.mode,
    model: { ...splitModel(values.model ?? configuredModel), defaultModel: configuredModel },
    host: {
      name: os.hostname(),
      os: describeOperatingSystem({ type: os.type(), release: os.release() }),
      arch: process.arch,
      node: process.version,
      shell: env.SHELL?.split('/').pop(),
      repoRoot: findRepoRootSync({
        configured: config.agents?.defaults?.repoRoot,
        workspaceDir,
        currentDir: process.cwd(),
      }),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      docsPath,
      sourcePath,
    },
    channel: values.channel === undefined ? undefined : { id: values.channel },
    tools: { names: tools },
    context: {
      files: contextFiles,
      neverInject: resolveContextInjectionMode(config, agentId) === 'never',
      bootstrapPending: context.setup.pending,
      bootstrapMode,
      bootstrapTruncationNotice: context.notice,
      skillsPrompt: skillsPrompt(workspaceDir, { config, agentId, configPath: values.config }),
    },
  }
}

/** `provider/id` in its parts; without a slash it is the id. */
function splitModel(model) {
  if (model === undefined) return {}
  const slash = model.indexOf('/')
  return slash < 0 ? { id: model } : { provider: model.slice(0, slash), id: model.slice(slash + 1) }
}

module.exports = { RUN_OPTIONS, agentForRun, paramsForRun, toolNames }
