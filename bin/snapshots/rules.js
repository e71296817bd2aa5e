'use strict'

const { existsSync } = require('node:fs')
const { join, resolve } = require('node:path')

const { InputError } = require('../errors.js')
const { isObject, readJson } = require('./files.js')

const SHIPPED = join(__dirname, 'rules.json')

/** Facts of this machine that a rule can name. */
const FACTS = {
  nodeVersion: () => process.version,
  snapshotDirectory: (dir) => resolve(dir),
  workingDirectory: () => process.cwd(),
}

/**
 * How values of this machine are kept out of snapshots: what is pinned before a prompt is made, and what is replaced
 * in a text that a builder of the user's returns. `DIR/rules.json` changes pinned values and adds replacements.
 */
function loadRules(dir) {
  const shipped = readJson(SHIPPED, 'rules', isObject)
  const path = join(dir, 'rules.json')
  const own = existsSync(path) ? readJson(path, 'rules: an object', isObject) : {}
  const stray = Object.keys(own).find((key) => !Object.hasOwn(shipped, key))
  if (stray) throw new InputError(`${path}: ${stray} is not a known key; known are ${Object.keys(shipped).join(', ')}`)
  const pinned = { ...shipped.pinned, ...checkPinned(path, own.pinned ?? {}, shipped.pinned) }
  if (!Array.isArray(own.replaced ?? [])) throw new InputError(`${path}: replaced must be an array`)
  const replaced = [...(own.replaced ?? []).map((rule, at) => checkRule(path, rule, at)), ...shipped.replaced]
  return { pinned, replaced: replaced.map((rule) => ({ ...rule, find: pattern(path, rule, dir) })) }
}

function checkPinned(path, pinned, known) {
  if (!isObject(pinned)) throw new InputError(`${path}: pinned must be an object`)
  for (const [key, value] of Object.entries(pinned)) {
    if (!Object.hasOwn(known, key)) {
      throw new InputError(`${path}: pinned.${key} is not a known key; known are ${Object.keys(known).join(', ')}`)
    }
    if (typeof value !== 'string' || value === '') throw new InputError(`${path}: pinned.${key} must be a text`)
  }
  if (Number.isNaN(Date.parse(pinned.clock ?? known.clock))) throw new InputError(`${path}: pinned.clock must be a date in ISO 8601`)
  return pinned
}

function checkRule(path, rule, at) {
  const isText = (value) => typeof value === 'string' && value !== ''
  const source = isText(rule?.pattern) !== (typeof rule?.fact === 'string' && Object.hasOwn(FACTS, rule.fact))
  if (isText(rule?.id) && typeof rule.with === 'string' && source) return rule
  const facts = Object.keys(FACTS).join(', ')
  throw new InputError(`${path}: replaced[${at}] needs id, with, and either a pattern or a fact; facts are ${facts}`)
}

/** A fact counts only as a whole: a path also in front of `/` or a backslash. */
function pattern(path, { id, fact, pattern }, dir) {
  if (fact !== undefined) {
    const value = FACTS[fact](dir).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![\\w./\\\\-])${value}(?![\\w-])`, 'g')
  }
  try {
    return new RegExp(pattern, 'gu')
  } catch {
    throw new InputError(`${path}: rule "${id}" has a pattern that is no regular expression`)
  }
}

/** A text with the replacements made, in their order. */
function replaceFacts(text, { replaced }) {
  return replaced.reduce((text, rule) => text.replace(rule.find, () => rule.with), text)
}

/** The rules in force, in lines for the head of a snapshot. */
function describeRules({ pinned, replaced }, hasBuilder) {
  const lines = Object.keys(pinned).sort().map((key) => `- pinned: \`${key}\` is \`${pinned[key]}\``)
  if (hasBuilder) lines.push(...replaced.map(({ id, with: to }) => `- replaced: \`${id}\` by \`${to}\``))
  return [...lines, '- shown as `<U+XXXX>`: characters that cannot be seen']
}

module.exports = { describeRules, loadRules, replaceFacts }
