'use strict'

// One order of all lines of a builder, from the orders in which single probes show them; and which of the lines
// stand where ours do.

/**
 * A total order that agrees with every probe.
 *
 * @param {string[][]} sequences templates of each probe, in order
 * @param {(template: string) => number | undefined} place our place of a template's partner, which decides
 *   between lines that no probe shows together
 * @returns {string[]} every template once
 */
function totalOrder(sequences, place) {
  const after = new Map()
  const waiting = new Map()
  for (const template of new Set(sequences.flat())) {
    after.set(template, new Set())
    waiting.set(template, 0)
  }
  for (const sequence of sequences) {
    let previous
    for (const template of sequence) {
      if (previous !== undefined && previous !== template && !after.get(previous).has(template)) {
        after.get(previous).add(template)
        waiting.set(template, waiting.get(template) + 1)
      }
      previous = template
    }
  }
  const order = []
  const ready = [...waiting].filter(([, count]) => count === 0).map(([template]) => ({ template, rank: 0 }))
  for (const item of ready) item.rank = place(item.template) ?? 0
  while (waiting.size > 0) {
    if (ready.length === 0) ready.push(leastWaiting(waiting))
    const next = takeFirst(ready)
    if (!waiting.delete(next.template)) continue
    order.push(next.template)
    for (const follower of after.get(next.template)) {
      if (!waiting.has(follower)) continue
      waiting.set(follower, waiting.get(follower) - 1)
      // A line that only they have follows the one it was seen behind.
      if (waiting.get(follower) === 0) ready.push({ template: follower, rank: place(follower) ?? next.rank })
    }
  }
  return order
}

/** A line that stands at two places makes a circle; it is entered where most is known. */
function leastWaiting(waiting) {
  const [[template]] = [...waiting].sort((a, b) => a[1] - b[1])
  return { template, rank: 0 }
}

function takeFirst(ready) {
  let best = 0
  for (let i = 1; i < ready.length; i += 1) if (ready[i].rank < ready[best].rank) best = i
  return ready.splice(best, 1)[0]
}

/**
 * The longest subsequence whose places do not fall: what did not move.
 *
 * @param {{place: number}[]} items
 * @returns {Set<object>}
 */
function unmoved(items) {
  // Level n holds the items at which a longest subsequence has n + 1 members; within a level places fall.
  const levels = []
  for (const item of items) {
    let low = 0
    let high = levels.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (levels[middle].at(-1).place <= item.place) low = middle + 1
      else high = middle
    }
    ;(levels[low] ??= []).push(item)
  }
  const kept = new Set()
  let limit = Infinity
  for (const level of levels.reverse()) {
    // Of several that fit the earliest is taken, so that what moved comes behind it.
    const item = level.find(({ place }) => place <= limit)
    kept.add(item)
    limit = item.place
  }
  return kept
}

module.exports = { totalOrder, unmoved }
