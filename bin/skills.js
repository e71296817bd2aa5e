'use strict'

const { statSync } = require('node:fs')

const { explainWorkspaceSkillsSync } = require('../load.js')
const { InputError, UsageError } = require('./errors.js')
const { builder, parse } = require('./options.js')
const { agentForRun } = require('./run.js')
const { skillOptions } = require('./skills-options.js')
const { dim, green, table } = require('./table.js')

const OPTIONS = {
  config: { type: 'string' },
  agent: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  overflow: { type: 'string' },
  json: { type: 'boolean' },
}

/** `clawprompt skills [DIR]`: prints for each skill whether it is in the list, what it costs, and if not, why not. */
function run(args) {
  const { values, positionals } = parse(args, OPTIONS, { min: 0, max: 1, what: 'one directory' })
  const overflows = ['alphabetical', 'fair']
  if (values.overflow !== undefined && !overflows.includes(values.overflow)) {
    throw new UsageError(`--overflow must be one of ${overflows.join(', ')}`)
  }
  const { directory, config, agentId } = agentForRun(positionals[0], values)
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError(`${directory} is not a directory`)
  }
  const report = explainWorkspaceSkillsSync(directory, {
    ...skillOptions({ config, configPath: values.config, agentId }),
    overflow: values.overflow,
    builder: builder(values.overlay),
  })
  process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : rows(report)}\n`)
}

function rows({ skills, units, maxUnits, listed, total, maxSkills, layout }) {
  const lines = skills.map((skill) => [
    skill.name === undefined ? skill.path : oneLine(skill.name),
    skill.source,
    skill.state,
    skill.version ?? '',
    skill.units,
    reason(skill),
  ])
  const [heading, ...body] = table([['skill', 'source', 'state', 'version', 'units', 'reason'], ...lines])
  const paint = (text, index) => (skills[index].state === 'listed' ? green(text) : dim(text))
  const names = layout === 'compact' ? ', without descriptions' : ''
  const sum = `${units} of ${maxUnits} UTF-16 code units; ${listed} of ${total} skills listed${names}, at most ${maxSkills}`
  return [heading, ...body.map(paint), sum].join('\n')
}

function reason({ reason, details }) {
  if (reason === undefined) return ''
  return details.length > 0 ? `${reason}: ${oneLine(details.join(', '))}` : reason
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ')
}

module.exports = { run }
