'use strict'

// The proof that two builders agree: random parameters, outputs compared byte for byte.

const { BootstrapTwin } = require('./bootstrap-twin.js')
const { compare, locate, outcome } = require('./compare.js')
const { meetsIntendedDifference } = require('./intended.js')
const { randomFiles } = require('./random-files.js')
const { randomCase } = require('./random-params.js')
const { randomSkills } = require('./random-skills.js')
const { SkillsTwin } = require('./skills-twin.js')

/** Most comparisons that are spent on making a differing case smaller. */
const PATIENCE = 3000

/**
 * Compares two builders over random parameters.
 *
 * @param {(params: object) => string} theirs
 * @param {import('../index.js').PromptBuilder} builder ours
 * @param {{cases: number, seed: number, hostParameters: boolean, deliverableChannels: string[],
 *   heartbeatBlock?: string}} options
 * @returns {{cases: number, equal: number, intended: number, difference?: object}} stops at the first difference
 */
function prove(theirs, builder, { cases, seed, hostParameters, deliverableChannels, heartbeatBlock }) {
  const ours = (params) => builder.build(params)
  const result = { cases: 0, equal: 0, intended: 0 }
  for (let index = 0; index < cases; index += 1) {
    const { params, host } = randomCase(seed + index, { heartbeatBlock })
    Object.assign(params, hostParameters ? host : { deliverableChannels })
    result.cases += 1
    const verdict = judge(theirs, ours, params)
    if (verdict !== 'different') {
      result[verdict] += 1
      continue
    }
    const smallest = minimize(params, (smaller) => judge(theirs, ours, smaller) === 'different')
    const where = locate(builder, smallest, outcome(theirs, smallest).text)
    result.difference = { seed: seed + index, params: smallest, ...where }
    return result
  }
  return result
}

/** Compares, and holds that a difference on purpose is known from our side alone, as native mode needs it. */
function judge(theirs, ours, params) {
  const verdict = compare(theirs, ours, params)
  if (verdict !== 'intended') return verdict
  const { text } = outcome(ours, params)
  return text === undefined || meetsIntendedDifference(params, text) ? 'intended' : 'different'
}

/**
 * Compares the cut of workspace files over random ones.
 *
 * @param {(files: object[], options: object) => object[]} theirs
 * @param {import('../index.js').PromptBuilder} builder ours, with the markers
 * @param {{cases: number, seed: number}} options
 * @returns {{cases: number, equal: number, intended: number, difference?: object}} stops at the first difference
 */
function proveBootstrap(theirs, builder, { cases, seed }) {
  const twin = new BootstrapTwin(builder)
  const quiet = (options) => ({ ...options, warn: () => {} })
  const result = { cases: 0, equal: 0, intended: 0 }
  for (let index = 0; index < cases; index += 1) {
    const { files, options } = randomFiles(seed + index)
    const args = [files, quiet(options)]
    result.cases += 1
    const expected = theirs(...args)
    const ours = twin.call(args)
    if (twin.same(ours, expected)) result.equal += 1
    else if (twin.intended(args, ours) && twin.explained(args, theirs)) result.intended += 1
    else {
      result.difference = { seed: seed + index, ...twin.locate(args, expected) }
      break
    }
  }
  return result
}

/**
 * Compares the list of skills over random ones, in every layout that the other side has.
 *
 * @param {{full: Function, compact?: Function}} theirs
 * @param {import('../index.js').PromptBuilder} builder ours, with the sentences
 * @param {{cases: number, seed: number}} options
 * @returns {{cases: number, equal: number, intended: number, difference?: object}} stops at the first difference
 */
function proveSkills(theirs, builder, { cases, seed }) {
  const sides = ['full', 'compact'].filter((layout) => theirs[layout])
  const twins = sides.map((layout) => ({ twin: new SkillsTwin(layout, builder), format: theirs[layout] }))
  const result = { cases: 0, equal: 0, intended: 0 }
  for (let index = 0; index < cases; index += 1) {
    const args = [randomSkills(seed + index)]
    result.cases += 1
    const wrong = twins.find(({ twin, format }) => twin.call(args) !== format(...args))
    if (wrong) {
      result.difference = { seed: seed + index, ...wrong.twin.locate(args, wrong.format(...args)) }
      break
    }
    result.equal += 1
  }
  return result
}

/**
 * Takes away whatever a case does not need to differ.
 *
 * @param {object} params
 * @param {(params: object) => boolean} differs
 * @returns {object}
 */
function minimize(params, differs) {
  let smallest = params
  let left = PATIENCE
  let shrunk = true
  while (shrunk) {
    shrunk = false
    for (const smaller of smallerVersions(smallest)) {
      if (left === 0) return smallest
      left -= 1
      if (!differs(smaller)) continue
      smallest = smaller
      shrunk = true
      break
    }
  }
  return smallest
}

/** Copies of a value with one thing less each: big things first. */
function* smallerVersions(value) {
  if (typeof value === 'string') {
    if (value.length > 1) {
      const half = value.length >> 1
      yield* [value.slice(0, half), value.slice(half), value.slice(1), value.slice(0, -1)]
    }
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) yield value.toSpliced?.(i, 1) ?? value.filter((_, at) => at !== i)
    for (let i = 0; i < value.length; i += 1) {
      for (const item of smallerVersions(value[i])) yield value.map((old, at) => (at === i ? item : old))
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value).filter((key) => key !== 'workspaceDir')) {
      const { [name]: _, ...others } = value
      yield others
    }
    for (const [name, old] of Object.entries(value)) {
      for (const item of smallerVersions(old)) yield { ...value, [name]: item }
    }
  }
}

module.exports = { minimize, prove, proveBootstrap, proveSkills }
