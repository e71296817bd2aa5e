'use strict'

const { join, resolve } = require('node:path')
const { pathToFileURL } = require('node:url')

const { gatewayIn, gatewayOnPath } = require('../gateway/installed.js')
const { readReports, reportDirectory } = require('../gateway/report.js')
const { InputError } = require('./errors.js')
const { table, yellow } = require('./table.js')

const OPTIONS = {
  gateway: { type: 'string' },
  reports: { type: 'string' },
  json: { type: 'boolean' },
}

/** As a URL, which has no blanks and is the same on every system. */
const HOOK = pathToFileURL(join(__dirname, '..', 'gateway', 'register.mjs')).href

/** `clawprompt doctor`: says what the hook in the gateway found. */
function run(args) {
  const { values } = parseOptions(args)
  const found = {
    addon: addon(),
    gateway: findGateway(values.gateway),
    hook: { url: HOOK, inThisEnvironment: (process.env.NODE_OPTIONS ?? '').includes('clawprompt') },
    reports: resolve(values.reports ?? reportDirectory()),
  }
  found.processes = readReports(found.reports).map((report) => ({ ...report, running: isRunning(report.pid) }))
  process.stdout.write(values.json ? `${JSON.stringify(found, null, 2)}\n` : `${text(found).join('\n')}\n`)
  const functions = found.processes.flatMap((report) => Object.values(report.functions))
  if (found.addon.problem || functions.some(isWrong)) process.exitCode = 1
}

/** The addon may be what is broken, so nothing that loads it is required before this command runs. */
function parseOptions(args) {
  const { parseArgs } = require('node:util')
  const { UsageError } = require('./errors.js')
  try {
    return parseArgs({ args, options: OPTIONS })
  } catch (error) {
    throw new UsageError(error.message)
  }
}

function addon() {
  const { version } = require('../package.json')
  try {
    return { version, profile: require('../load.js').BUILD_PROFILE }
  } catch (error) {
    return { version, problem: error.message.split('\n')[0] }
  }
}

function findGateway(folder) {
  if (folder === undefined) return gatewayOnPath()
  const gateway = gatewayIn(resolve(folder))
  if (gateway === undefined) throw new InputError(`${folder} holds no gateway`)
  return gateway
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isWrong({ broken, different, failed }) {
  return broken !== undefined || different > 0 || failed > 0
}

function text({ addon: { version, profile, problem }, gateway, hook, reports, processes }) {
  const lines = [
    `addon     ${version}, ${problem ? yellow(`does not load: ${problem}`) : `${profile} build, loads`}`,
    `gateway   ${gateway ? describe(gateway) : 'none on PATH; name its folder with --gateway'}`,
    `hook      ${hook.inThisEnvironment ? 'on in this shell (NODE_OPTIONS)' : `off in this shell; on with NODE_OPTIONS="--import=${hook.url}"`}`,
    `reports   ${reports}`,
    '',
  ]
  if (processes.length === 0) return [...lines, 'no process has reported yet']
  const head = [
    'process',
    'gateway',
    'function',
    'mode',
    'calls',
    'equal',
    'on purpose',
    'different',
    'failed',
    'served',
    'ms saved',
  ]
  const rows = processes.flatMap((report) =>
    Object.entries(report.functions).map(([name, entry]) => row(report, name, entry)),
  )
  lines.push(...table([head, ...rows]), '')
  const notes = processes.flatMap((report) => notesOf(report))
  return [...lines, ...(notes.length > 0 ? notes : ['no differences'])]
}

function describe({ version, root, known }) {
  return `${version} at ${root}, ${known ? 'known' : yellow('unknown: it is left alone')}`
}

function row({ pid, thread, running, gateway }, name, entry) {
  const numbers = [entry.calls, entry.equal, entry.intended, entry.different, entry.failed, entry.served, entry.savedMs]
  return [
    `${pid}${thread ? `.${thread}` : ''}${running ? '' : ' (ended)'}`,
    gateway?.version ?? '',
    name,
    entry.mode,
    ...numbers.map(String),
  ]
}

function notesOf({ pid, functions }) {
  return Object.entries(functions).flatMap(([name, { broken, differences }]) => [
    ...(broken === undefined ? [] : [`process ${pid}: ${name} is left alone: ${broken}`]),
    ...differences.map(({ event, section, offset, code, shape }) =>
      event === 'error'
        ? `process ${pid}: ${name} failed with ${code}; calls of kind ${shape} keep the original`
        : `process ${pid}: ${name} differs in ${section || 'the whole'} at code unit ${offset}; calls of kind ${shape} keep the original`,
    ),
  ])
}

module.exports = { run }
