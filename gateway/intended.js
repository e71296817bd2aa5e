'use strict'

// What this package does otherwise than the builder it replaces, on purpose (docs/parity.md). Only input that a
// careful gateway never sees meets these: content that imitates the prompt's own structure.

const MARKER = /<!-- OPENCLAW_CACHE_BOUNDARY -->/g
const HARMLESS = '<!-- OPENCLAW_CACHE-BOUNDARY -->'
const BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * The parameters without what is treated differently on purpose. With them both builders must agree.
 *
 * @param {object} params
 * @returns {object} a copy
 */
function neutralize(params) {
  const plain = strings(params, (text) => text.replace(MARKER, HARMLESS))
  if (Array.isArray(plain.contextFiles)) {
    for (const file of plain.contextFiles) {
      if (typeof file?.path === 'string') file.path = file.path.replace(BREAKS, ' ')
    }
  }
  if (Array.isArray(plain.toolNames)) plain.toolNames = plain.toolNames.filter((name) => !isPrototypeName(name))
  // Builders before 2026.7.1 keep half a surrogate pair in what a provider or a channel contributes.
  if (plain.promptContribution) plain.promptContribution = strings(plain.promptContribution, withoutHalves)
  const runtime = plain.runtimeInfo
  if (runtime?.capabilities) runtime.capabilities = strings(runtime.capabilities, withoutHalves)
  return plain
}

/**
 * Whether the two builders differ on purpose for these parameters.
 *
 * @param {object} params
 * @param {string} text our prompt for them
 */
function meetsIntendedDifference({ contextFiles, toolNames, promptContribution, runtimeInfo }, text) {
  if (text.includes(HARMLESS)) return true
  if (holdsHalves(promptContribution) || holdsHalves(runtimeInfo?.capabilities)) return true
  if (Array.isArray(contextFiles) && contextFiles.some((file) => String(file?.path).search(BREAKS) !== -1)) return true
  return Array.isArray(toolNames) && toolNames.some(isPrototypeName)
}

function isPrototypeName(name) {
  return typeof name === 'string' && name.trim().toLowerCase() in LOWER_CASE_PROTOTYPE
}

const LOWER_CASE_PROTOTYPE = Object.fromEntries(
  Object.getOwnPropertyNames(Object.prototype).map((name) => [name.toLowerCase(), true]),
)

/** Whether a string in plain data holds half a surrogate pair. */
function holdsHalves(value) {
  if (typeof value === 'string') return value.search(HALVES) !== -1
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsHalves)
}

function withoutHalves(text) {
  return text.replace(HALVES, '')
}

/** A deep copy of plain data with every string changed. */
function strings(value, change) {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => strings(item, change))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strings(item, change)]))
}

module.exports = { meetsIntendedDifference, neutralize }
