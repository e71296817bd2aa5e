'use strict'

// Our side of the gateway's `buildBootstrapContextFiles`, which cuts workspace files to their budget.

const { firstDifference, outcome } = require('./compare.js')
const { learnBootstrapTexts } = require('./bootstrap-texts.js')

class BootstrapTwin {
  /** @param {import('../index.js').PromptBuilder} [builder] with the markers, when they are learned already */
  constructor(builder) {
    this.name = 'bootstrap'
    this.builder = builder
  }

  /** Learns the markers. Throws when one is not understood. */
  prepare(original) {
    const { PromptBuilder } = require('../load.js')
    const { texts, unexplained } = learnBootstrapTexts(original)
    const [first] = unexplained
    if (first) throw new Error(`${first.key}: ${first.problem}`)
    this.builder = new PromptBuilder({ overlays: [{ texts }] })
  }

  /** Sentences for the log wait until it is clear whose result is served. */
  call([files, options]) {
    this.warnings = []
    const warn = (message) => this.warnings.push(message)
    return require('../load.js').buildBootstrapContextFiles(files, { ...options, builder: this.builder, warn })
  }

  /** Our result was served and the original did not run: the log gets our sentences. */
  served([, options]) {
    for (const message of this.warnings) options?.warn?.(message)
  }

  /** Which files there are, and which of them do not fit. */
  shape([files, options]) {
    const { maxChars = 20000, totalMaxChars } = options ?? {}
    const states = files.map(({ name, missing, content }) => [
      name,
      missing === true,
      (content?.length ?? 0) > maxChars,
    ])
    return JSON.stringify([maxChars, totalMaxChars ?? null, states])
  }

  same(ours, theirs) {
    return (
      ours.length === theirs.length &&
      ours.every((file, index) => file.path === theirs[index].path && file.content === theirs[index].content)
    )
  }

  /**
   * Whether a cut would have split a character of two units, which it never does here: then something else is left
   * than with two characters in that one's place.
   */
  intended([files, options], ours) {
    const whole = new Set(ours.map(({ content }) => content))
    const isSuspect = ({ content }) =>
      typeof content === 'string' && HALF.test(content) && !whole.has(content.trimEnd())
    if (!files.some(isSuspect)) return false
    const { warnings } = this
    const plain = this.call([files.map(withoutPairs), options])
    this.warnings = warnings
    return !this.same(ours.map(withoutPairs), plain)
  }

  explained([files, options], original) {
    const plain = files.map(withoutPairs)
    const quiet = { ...options, warn: () => {} }
    const theirs = outcome(() => original(plain, quiet)).text
    const ours = outcome(() => this.call([plain, quiet])).text
    return theirs !== undefined && ours !== undefined && this.same(ours, theirs)
  }

  locate(args, theirs) {
    const ours = this.call(args)
    const at = theirs.findIndex(
      (file, index) => file.path !== ours[index]?.path || file.content !== ours[index]?.content,
    )
    if (at === -1) return { section: '', offset: 0, ours: ours.length, theirs: theirs.length }
    const [left, right] = [ours[at]?.content ?? '', theirs[at].content]
    const name = theirs[at].path.split(/[\\/]/).at(-1)
    return { section: name, offset: firstDifference(left, right), ours: left.length, theirs: right.length }
  }
}

const HALF = /[\ud800-\udfff]/

/** The file with two ordinary characters for every character of two units. */
function withoutPairs(file) {
  if (typeof file.content !== 'string') return file
  return { ...file, content: file.content.replace(/[\ud800-\udfff]/g, 'x') }
}

module.exports = { BootstrapTwin }
