'use strict'

const { parse } = require('./options.js')
const { RUN_OPTIONS, agentForRun, toolNames } = require('./run.js')
const { dim, table, yellow } = require('./table.js')
const { WORKSPACE_OPTIONS, readWorkspace } = require('./workspace.js')

/** What each reason for leaving a file out means. */
const LEFT_OUT = {
  session: 'this kind of session does not see it',
  'setup-completed': 'the setup is completed',
  'context-mode': 'a lightweight run',
  heartbeat: 'no heartbeats for this agent',
}

/** `clawprompt files [DIR]`: lists every file that a run considers, and what became of it. */
function run(args) {
  const { config, agent, trigger } = RUN_OPTIONS
  const options = { ...WORKSPACE_OPTIONS, tools: { type: 'string' }, config, agent, trigger, json: { type: 'boolean' } }
  const { values, positionals } = parse(args, options, { min: 0, max: 1, what: 'one directory' })
  const chosen = agentForRun(positionals[0], values)
  const workspace = readWorkspace(chosen.directory, values, { ...chosen, tools: toolNames(values) })
  const files = rows(workspace)
  const { analysis, diagnostics, setup } = workspace.context
  if (values.json) {
    const { bootstrapMode } = workspace
    const shown = { files, totals: analysis.totals, setup, bootstrapMode, diagnostics }
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
  } else {
    process.stdout.write(`${lines(files, analysis.totals, diagnostics).join('\n')}\n`)
  }
}

/** A row for each file that a run considers: state, sizes, and why it is not whole. */
function rows(workspace) {
  return [...considered(workspace), ...leftOut(workspace.context)]
}

/** A row for each record of the run. */
function considered({ bootstrapMode, contextFiles, context: { bootstrapFiles, outcomes, analysis } }) {
  const shown = new Set(contextFiles.map(({ path }) => path))
  return outcomes.map(({ name, path, state, rawChars, injectedChars, limit }, index) => {
    const file = { name, path, state, rawChars, injectedChars, cutChars: rawChars - injectedChars }
    if (state === 'missing') {
      const { reason } = bootstrapFiles[index]
      return { ...file, injectedChars: shown.has(path) ? injectedChars : 0, cutChars: 0, why: reason }
    }
    if (injectedChars > 0 && !shown.has(path)) {
      return { ...file, state: 'not-shown', injectedChars: 0, cutChars: rawChars, why: `setup mode ${bootstrapMode}` }
    }
    return { ...file, why: why(state, limit, analysis.totals) }
  })
}

function why(state, limit, { bootstrapMaxChars, bootstrapTotalMaxChars }) {
  if (state === 'dropped') return `no room in the ${bootstrapTotalMaxChars} for all files`
  if (state === 'empty') return 'nothing but white space'
  if (state === 'no-path') return 'the record has no path'
  if (state !== 'cut') return undefined
  if (limit >= bootstrapMaxChars) return `limit for one file: ${bootstrapMaxChars}`
  return `${limit} of the ${bootstrapTotalMaxChars} for all files`
}

/** A row for each file that a filter left out. */
function leftOut(context) {
  return context.leftOut.map(({ name, path, rawChars, missing, reason }) => ({
    name,
    path,
    state: 'left-out',
    rawChars,
    injectedChars: 0,
    cutChars: rawChars,
    why: missing ? `${LEFT_OUT[reason]}; it is missing too` : LEFT_OUT[reason],
  }))
}

function lines(files, totals, diagnostics) {
  const names = files.map(({ name }) => name)
  const label = ({ name, path }) => (names.indexOf(name) === names.lastIndexOf(name) ? name : path)
  const cells = files.map((file) => [
    label(file),
    file.state,
    file.rawChars,
    file.injectedChars,
    file.cutChars,
    file.why ?? '',
  ])
  const [heading, ...body] = table([['file', 'state', 'raw', 'injected', 'cut', 'why'], ...cells])
  const paint = (text, index) => {
    const { state } = files[index]
    return ['cut', 'dropped'].includes(state) ? yellow(text) : state === 'whole' ? text : dim(text)
  }
  const sum = files.reduce((total, { injectedChars }) => total + injectedChars, 0)
  const { bootstrapTotalMaxChars } = totals
  return [
    heading,
    ...body.map(paint),
    `${sum} of ${bootstrapTotalMaxChars} UTF-16 code units`,
    ...diagnostics.map(({ reason, name, path }) => yellow(`warning: ${path ?? name}: ${reason}`)),
  ]
}

module.exports = { rows, run }
