'use strict'

const { resolve } = require('node:path')

const {
  contextFilesForBootstrapMode,
  resolveBootstrapContextForRunSync,
  resolveBootstrapRouting,
} = require('../load.js')
const { UsageError } = require('./errors.js')

const KINDS = ['default', 'heartbeat', 'commitment-only', 'cron']
const CONTEXTS = ['full', 'lightweight']
const POLICIES = ['in-order', 'fair']
const CUTS = ['middle', 'outline']

/** Options of every command that reads a workspace: what the run is, and how its files are cut. */
const WORKSPACE_OPTIONS = {
  session: { type: 'string' },
  kind: { type: 'string' },
  context: { type: 'string' },
  'max-chars': { type: 'string' },
  'total-max-chars': { type: 'string' },
  policy: { type: 'string' },
  cut: { type: 'string' },
}

/** Files, setup mode and account of a run that a user started, unless `--trigger` says otherwise. */
function readWorkspace(directory, values, { config, agentId, tools } = {}) {
  const workspaceDir = resolve(directory)
  const context = resolveBootstrapContextForRunSync({
    workspaceDir,
    config,
    agentId,
    sessionKey: values.session,
    runKind: runKind(values),
    contextMode: choice('context', values.context, CONTEXTS),
    maxChars: limit('max-chars', values['max-chars']),
    totalMaxChars: limit('total-max-chars', values['total-max-chars']),
    budgetPolicy: choice('policy', values.policy, POLICIES),
    cut: choice('cut', values.cut, CUTS),
  })
  const { bootstrapMode } = resolveBootstrapRouting({
    workspacePending: context.setup.pending,
    bootstrapFiles: context.bootstrapFiles,
    runKind: runKind(values),
    trigger: values.trigger ?? 'user',
    sessionKey: values.session,
    hasFileAccess: tools?.includes('read') ?? false,
  })
  const contextFiles = contextFilesForBootstrapMode(context.contextFiles, bootstrapMode)
  return { workspaceDir, contextFiles, bootstrapMode, context }
}

/** `--kind`, else what `--trigger` says. */
function runKind({ kind, trigger }) {
  return choice('kind', kind, KINDS) ?? (KINDS.includes(trigger) ? trigger : undefined)
}

function choice(option, value, names) {
  if (value !== undefined && !names.includes(value)) {
    throw new UsageError(`--${option} is one of ${names.join(', ')}; not "${value}"`)
  }
  return value
}

function limit(option, value) {
  if (value === undefined) return undefined
  if (!/^\d+$/.test(value)) throw new UsageError(`--${option} is a number of UTF-16 code units; not "${value}"`)
  return Number(value)
}

module.exports = { WORKSPACE_OPTIONS, readWorkspace }
