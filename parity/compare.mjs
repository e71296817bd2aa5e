// Counts how often two sides agree, and names the cases where they do not, without printing a text.

import { createHash } from 'node:crypto'

/** What a call returns, or that it threw. */
export function outcome(call) {
  try {
    return call()
  } catch {
    return { threw: true }
  }
}

/**
 * A tally of one comparison.
 *
 * @param {string} name
 * @param {Record<string, string>} [intended] names of intended differences with their reasons; a case
 *   that names one may differ
 */
export function tally(name, intended = {}) {
  const counts = { compared: 0, equal: 0, intended: {}, different: [] }
  return {
    name,
    counts,
    /** Compares the two sides of one case; `difference` names an intended difference it may show. */
    check(id, ours, theirs, difference) {
      counts.compared += 1
      if (difference !== undefined && !(difference in intended)) throw new Error(`${difference} is not listed`)
      const [left, right] = [canonical(ours), canonical(theirs)]
      if (left === right) counts.equal += 1
      else if (difference) counts.intended[difference] = (counts.intended[difference] ?? 0) + 1
      else counts.different.push(`${id}: ours ${fingerprint(left)}, theirs ${fingerprint(right)}`)
    },
  }
}

/** One line, and one for each of the first unexpected differences. */
export function report({ name, counts }) {
  const intended = Object.entries(counts.intended).map(([reason, count]) => `, ${count} intended (${reason})`)
  const lines = [
    `${name}: ${counts.compared} compared, ${counts.equal} equal${intended.join('')}, ${counts.different.length} different`,
  ]
  return [...lines, ...counts.different.slice(0, 5).map((line) => `  ${line}`)].join('\n')
}

/** The value as it comes out of a file: in a config `undefined` and absent are one. */
export function json(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** Whether half a surrogate pair is anywhere in the value. */
export function hasLoneSurrogate(value) {
  return /\\ud[89a-f]/.test(JSON.stringify(value) ?? '')
}

/** JSON with sorted keys; `undefined` members count as absent. */
function canonical(value) {
  return JSON.stringify(value ?? null, (_, member) => {
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
  })
}

function fingerprint(text) {
  return `${createHash('sha256').update(text).digest('hex').slice(0, 12)} (${text.length} units)`
}
