'use strict'

const { existsSync } = require('node:fs')
const { basename, dirname, join, resolve } = require('node:path')

const { InputError } = require('../errors.js')
const { isObject, namesIn, readJson } = require('./files.js')

const SHIPPED = join(__dirname, 'scenarios')

/** What a scenario may say, and of which kind each is. */
const FIELDS = {
  extends: 'string',
  skip: 'boolean',
  title: 'string',
  about: 'string',
  runtime: 'string',
  workspace: 'string',
  skills: 'boolean',
  tools: 'string',
  input: 'string',
  params: 'object',
  run: 'object',
  codex: 'object',
  size: 'object',
}
const INNER_FIELDS = {
  run: ['config', 'contextMode', 'memoryTools', 'runKind', 'sessionKey', 'trigger'],
  codex: ['approvalPolicy', 'effort', 'model', 'personality', 'sandbox', 'threadId'],
  size: ['min', 'max'],
}
const RUNTIMES = ['codex', 'embedded']
/** Parameters that come from the workspace, not from the scenario. */
const NOT_PARAMS = ['bootstrapMode', 'bootstrapTruncationNotice', 'contextFiles', 'skillsPrompt', 'workspaceDir']

/** All scenarios, by id: the shipped ones and those in `DIR/scenarios`; one of the same name replaces a shipped one. */
function loadScenarios(dir) {
  const files = new Map()
  for (const folder of [SHIPPED, resolve(dir, 'scenarios')]) {
    for (const name of namesIn(folder)) {
      // Its snapshot would take the place of the rules.
      if (name === 'rules.json') throw new InputError(`${join(folder, name)}: a scenario cannot be called rules; rename it`)
      if (name.endsWith('.json')) files.set(name.slice(0, -'.json'.length), join(folder, name))
    }
  }
  const ids = [...files.keys()].sort()
  return ids.map((id) => ({ ...complete(id, files), id })).filter(({ skip }) => !skip)
}

/** A scenario with what it takes over from others. */
function complete(id, files) {
  const path = files.get(id)
  const scenario = withBase(path, readScenario(path), files, [])
  for (const field of ['title', 'runtime', 'input']) {
    if (!scenario.skip && scenario[field] === undefined) throw new InputError(`${path}: ${field} is missing`)
  }
  if (!scenario.skip && !RUNTIMES.includes(scenario.runtime)) {
    throw new InputError(`${path}: runtime must be one of ${RUNTIMES.join(', ')}`)
  }
  return { ...scenario, path }
}

function withBase(path, scenario, files, chain) {
  const { extends: base, ...own } = scenario
  if (base === undefined) return patch({}, own)
  // A scenario that extends its own name means the shipped one that it replaces.
  const basePath = basename(path, '.json') === base ? join(SHIPPED, `${base}.json`) : files.get(base)
  if (basePath === undefined || basePath === path || !existsSync(basePath)) throw new InputError(`${path}: extends "${base}", which is no scenario`)
  if (chain.includes(basePath)) throw new InputError(`${path}: extends itself by way of "${base}"`)
  return patch(withBase(basePath, readScenario(basePath), files, [...chain, path]), own)
}

/** RFC 7396: objects are merged, `null` removes, anything else replaces. */
function patch(target, change) {
  if (!isObject(change)) return change
  const result = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete result[key]
    else result[key] = patch(result[key], value)
  }
  return result
}

/** One file, checked, with its paths made absolute. */
function readScenario(path) {
  const scenario = readJson(path, 'a scenario: an object', isObject)
  for (const [field, value] of Object.entries(scenario)) checkField(path, field, value)
  for (const field of ['workspace', 'tools']) {
    if (typeof scenario[field] === 'string') scenario[field] = resolve(dirname(path), scenario[field])
  }
  return scenario
}

function checkField(path, field, value) {
  if (!Object.hasOwn(FIELDS, field)) {
    throw new InputError(`${path}: ${field} is not a known key; known are ${Object.keys(FIELDS).join(', ')}`)
  }
  const kind = FIELDS[field]
  if (value !== null && !(kind === 'object' ? isObject(value) : typeof value === kind)) {
    throw new InputError(`${path}: ${field} must be ${kind === 'object' ? 'an' : 'a'} ${kind}`)
  }
  if (kind !== 'object' || value === null) return
  const known = INNER_FIELDS[field]
  const wrong = Object.keys(value).find((key) => (known ? !known.includes(key) : NOT_PARAMS.includes(key)))
  if (wrong && known) throw new InputError(`${path}: ${field}.${wrong} is not a known key; known are ${known.join(', ')}`)
  if (wrong) throw new InputError(`${path}: ${field}.${wrong} comes from the scenario's workspace; leave it out`)
  if (field === 'size') checkSize(path, value)
}

function checkSize(path, size) {
  for (const [key, value] of Object.entries(size)) {
    if (!Number.isSafeInteger(value) || value < 0) throw new InputError(`${path}: size.${key} must be a whole number of at least 0`)
  }
  if (size.min > size.max) throw new InputError(`${path}: size.min is more than size.max`)
}

module.exports = { loadScenarios }
