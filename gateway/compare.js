'use strict'

const { neutralize } = require('./intended.js')

/** Where two texts part: the first UTF-16 code unit that differs. */
function firstDifference(left, right) {
  const shorter = Math.min(left.length, right.length)
  let at = 0
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at += 1
  return at
}

/** What a call returns or throws, in a form that can be compared. */
function outcome(builder, params) {
  try {
    return { text: builder(params) }
  } catch (error) {
    return { error }
  }
}

function sameOutcome(left, right) {
  return left.text === right.text && (left.error === undefined) === (right.error === undefined)
}

/**
 * Compares two builders for one set of parameters.
 *
 * @param {(params: object) => string} theirs
 * @param {(params: object) => string} ours
 * @param {object} params
 * @returns {'equal' | 'intended' | 'different'} `intended` when the difference vanishes with what is treated
 *   differently on purpose; two builders that both throw are equal
 */
function compare(theirs, ours, params) {
  if (sameOutcome(outcome(theirs, params), outcome(ours, params))) return 'equal'
  const plain = neutralize(params)
  return sameOutcome(outcome(theirs, plain), outcome(ours, plain)) ? 'intended' : 'different'
}

/**
 * Where two prompts part, without anything of their content.
 *
 * @param {import('../index.js').PromptBuilder} builder ours
 * @param {object} params
 * @param {string | undefined} theirs
 * @returns {{section: string, offset: number, ours: number, theirs: number}} the section of our prompt, the first
 *   differing code unit, and both lengths; -1 for a side that threw
 */
function locate(builder, params, theirs) {
  const rendered = outcome((given) => builder.render(given), params).text
  const text = rendered?.text
  if (text === undefined || theirs === undefined) {
    return { section: '', offset: 0, ours: text?.length ?? -1, theirs: theirs?.length ?? -1 }
  }
  const offset = firstDifference(text, theirs)
  const section = rendered.sections.find(({ start, end }) => offset >= start && offset < end)
  return { section: section?.id ?? '', offset, ours: text.length, theirs: theirs.length }
}

module.exports = { compare, firstDifference, locate, outcome, sameOutcome }
