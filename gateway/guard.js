'use strict'

// Stands in front of one function of the gateway. In shadow mode both sides run and the original is served; in
// native mode ours is served and a sample is compared. Whatever goes wrong, the gateway gets the original.

const { createHash } = require('node:crypto')

const { outcome } = require('./compare.js')
const { say } = require('./settings.js')

/** Differences whose places are kept for the report. */
const KEPT = 20

/** Kinds of calls that are remembered. A gateway has some dozens; this only bounds one that has ever new ones. */
const SHAPES = 1024

/**
 * @typedef {object} Twin our side of one function
 * @property {string} name in reports
 * @property {(original: Function) => void} prepare runs before the first call; may throw
 * @property {(args: unknown[]) => unknown} call
 * @property {(args: unknown[]) => string} shape tells kinds of calls apart
 * @property {(ours: unknown, theirs: unknown) => boolean} same
 * @property {(args: unknown[], ours: unknown) => boolean} intended whether we differ on purpose for this call
 * @property {(args: unknown[], original: Function) => boolean} explained whether a difference vanishes with what is
 *   treated differently on purpose
 * @property {(args: unknown[]) => void} [served] runs when our result is served and the original did not run
 * @property {(args: unknown[], theirs: unknown) => object} locate where two results part, without content
 */

class Guard {
  /**
   * @param {Twin} twin
   * @param {'shadow' | 'native'} mode
   * @param {number} sample
   * @param {() => void} onNews called when there is something to report
   */
  constructor(twin, mode, sample, onNews) {
    Object.assign(this, { twin, mode, sample, onNews })
    this.shapes = new Map()
    this.broken = undefined
    this.counts = { calls: 0, equal: 0, intended: 0, different: 0, failed: 0, served: 0, originalServed: 0 }
    this.time = { original: 0, originalCalls: 0, ours: 0, oursCalls: 0 }
    this.differences = []
  }

  /** The function to put in the original's place. */
  wrap(original) {
    const guard = this
    return function (...args) {
      return guard.run((given) => original.apply(this, given), args)
    }
  }

  run(original, args) {
    this.counts.calls += 1
    this.onNews()
    const shape = this.ready(original) ? this.shapeOf(args) : undefined
    if (shape === undefined || shape.off) return this.serveOriginal(original, args)
    shape.calls += 1
    if (this.mode === 'shadow') return this.shadow(original, args, shape)
    return this.native(original, args, shape)
  }

  ready(original) {
    if (this.prepared === undefined) {
      this.prepared = false
      const { error } = outcome(() => this.twin.prepare((...args) => original(args)))
      if (error === undefined) this.prepared = true
      else this.breakDown(error)
    }
    return this.prepared
  }

  shapeOf(args) {
    const { text, error } = outcome(() => this.twin.shape(args))
    if (error !== undefined) return undefined
    if (!this.shapes.has(text)) {
      if (this.shapes.size >= SHAPES) return undefined
      this.shapes.set(text, { name: text, calls: 0, off: false })
    }
    return this.shapes.get(text)
  }

  shadow(original, args, shape) {
    const expected = this.timed('original', () => original(args))
    const { text, error } = outcome(() => this.timed('ours', () => this.twin.call(args)))
    if (error !== undefined) this.fail(error, shape)
    else this.judge(original, args, text, expected, shape)
    this.counts.originalServed += 1
    return expected
  }

  native(original, args, shape) {
    let intended
    const { text, error } = outcome(() => {
      const ours = this.timed('ours', () => this.twin.call(args))
      intended = this.twin.intended(args, ours)
      return ours
    })
    if (error !== undefined) {
      this.fail(error, shape)
      return this.serveOriginal(original, args)
    }
    if (intended) {
      this.counts.intended += 1
      return this.serveOriginal(original, args)
    }
    // The first call of a kind is always compared: a kind that is wrong is never served.
    if (shape.calls === 1 || this.counts.calls % this.sample === 0) {
      const expected = this.timed('original', () => original(args))
      if (this.judge(original, args, text, expected, shape) !== 'equal') {
        this.counts.originalServed += 1
        return expected
      }
    } else {
      this.twin.served?.(args)
    }
    this.counts.served += 1
    return text
  }

  serveOriginal(original, args) {
    this.counts.originalServed += 1
    return original(args)
  }

  /** Compares the two results and notes what came of it. */
  judge(original, args, ours, theirs, shape) {
    if (outcome(() => this.twin.same(ours, theirs)).text === true) {
      this.counts.equal += 1
      return 'equal'
    }
    if (outcome(() => this.twin.explained(args, (...given) => original(given))).text === true) {
      this.counts.intended += 1
      return 'intended'
    }
    this.counts.different += 1
    const { text: place } = outcome(() => this.twin.locate(args, theirs))
    this.turnOff(shape, 'difference', { ...place })
    return 'different'
  }

  fail(error, shape) {
    this.counts.failed += 1
    this.turnOff(shape, 'error', { code: codeOf(error) })
  }

  turnOff(shape, event, details) {
    shape.off = true
    const id = createHash('sha256').update(shape.name).digest('hex').slice(0, 12)
    const entry = { function: this.twin.name, shape: id, ...details }
    if (this.differences.length < KEPT) this.differences.push({ event, ...entry })
    say(event, { ...entry, mode: this.mode, served: 'original' })
  }

  /** Our side cannot work in this process at all. */
  breakDown(error) {
    this.broken = reasonOf(error)
    say('left alone', { function: this.twin.name, reason: this.broken })
  }

  timed(side, call) {
    const start = performance.now()
    const result = call()
    this.time[side] += performance.now() - start
    this.time[`${side}Calls`] += 1
    return result
  }

  /** Milliseconds that served calls would have taken otherwise, less what ours took; 0 before anything is known. */
  saved() {
    const { original, originalCalls, ours, oursCalls } = this.time
    if (originalCalls === 0 || oursCalls === 0) return 0
    const unchecked = Math.max(0, this.counts.served - originalCalls)
    return unchecked * (original / originalCalls - ours / oursCalls)
  }

  report() {
    const { mode, counts, differences, broken } = this
    const off = [...this.shapes.values()].filter((shape) => shape.off).length
    const rounded = Object.fromEntries(
      Object.entries(this.time).map(([key, value]) => [key, Math.round(value * 1000) / 1000]),
    )
    const extra = this.twin.details?.()
    return {
      mode,
      broken,
      ...counts,
      shapes: this.shapes.size,
      shapesOff: off,
      time: rounded,
      savedMs: Math.round(this.saved()),
      differences,
      ...extra,
    }
  }
}

function codeOf(error) {
  return typeof error?.code === 'string' ? error.code : String(error?.name ?? 'Error')
}

/** The first line of a message of ours or of Node's loader; neither holds content. */
function reasonOf(error) {
  return String(error?.message ?? error).split('\n')[0]
}

module.exports = { Guard }
