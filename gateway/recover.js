'use strict'

// From the builder's lines back to texts with placeholders.

const { placeholders } = require('./marks.js')
const { literal } = require('./match.js')
const { TOKEN } = require('./observe.js')

/**
 * The texts behind one line of ours.
 *
 * @param {{element: object, entry: object}[]} seen the states in which the line was seen, each with its partner
 * @returns {{texts: [string, string][], problem?: string}} texts by key, that of the line itself first: keys of
 *   fragments are those of the section, keys of labels those of the texts outside sections
 */
function recover(seen) {
  const slots = Object.keys(seen[0].element.parts)
  const part = ({ element }, slot) => element.parts[slot]
  const optional = slots.find((slot) => seen.some((state) => part(state, slot).fragment))
  const labelled = slots.find((slot) => new Set(seen.map((state) => part(state, slot).text)).size > 1)
  const { key } = seen[0].element
  const lines = seen.map(({ element, entry }) => withPlaceholders(element, entry.text))
  if (lines.includes(undefined)) return { texts: [], problem: 'a value is missing from the line' }
  if (labelled) return labels(key, labelled, seen, lines)
  if (optional) return fragment(key, optional, seen, lines)
  if (new Set(lines).size > 1) return { texts: [], problem: 'the line differs between calls' }
  return { texts: [[key, lines[0]]] }
}

/** The template with placeholders for tokens, braces doubled; absent when a value is not where it should be. */
function withPlaceholders(element, template) {
  if (!template.startsWith(element.before)) return undefined
  const values = valuesOf(element.parts)
  let text = doubleBraces(template.slice(element.before.length))
  for (const { slot, value } of values.sort((a, b) => b.value.length - a.value.length)) {
    text = text.replaceAll(value, `{${slot}}`)
  }
  for (const { slot, word } of wordsOf(element.parts)) {
    text = text.replace(new RegExp(`(?<![\\w{])${escapePattern(word)}(?![\\w}])`, 'g'), `{${slot}}`)
  }
  return text.search(TOKEN) === -1 ? text : undefined
}

function valuesOf(parts) {
  return Object.entries(parts).flatMap(([slot, part]) =>
    part.fragment ? valuesOf(part.parts) : part.value === undefined ? [] : [{ slot, value: part.value }],
  )
}

/** Values that are ordinary words in every call, such as a protocol token. Labels are not looked for. */
function wordsOf(parts) {
  return Object.entries(parts).flatMap(([slot, { word, text }]) =>
    word === undefined || text?.startsWith('blocked_reason.') ? [] : [{ slot, word: literal(word) }],
  )
}

function doubleBraces(text) {
  return text.replace(/[{}]/g, (brace) => brace + brace)
}

function escapePattern(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** Compares the line with and without its optional piece. */
function fragment(key, slot, seen, lines) {
  const states = seen.map(({ element }, index) => ({ part: element.parts[slot], line: lines[index] }))
  const single = (chosen) => {
    const [first, ...others] = new Set(chosen.map(({ line }) => line))
    return others.length === 0 ? first : undefined
  }
  const without = single(states.filter(({ part }) => part.absent))
  const within = single(states.filter(({ part }) => part.fragment))
  const problem = 'the optional piece of the line cannot be told apart'
  if (without === undefined || within === undefined) return { texts: [], problem }
  const width = within.length - without.length
  const cuts = []
  for (let cut = 0; cut <= without.length; cut += 1) {
    const piece = within.slice(cut, cut + width)
    if (without.slice(0, cut) + piece + without.slice(cut) === within) cuts.push({ cut, piece })
  }
  // Where the piece's ends repeat, several cuts read the same; take one that a person would have written.
  const natural = [/; $/, /^; /, /^ /, / $/]
    .map((pattern) => cuts.find(({ piece }) => pattern.test(piece)))
    .find((found) => found !== undefined)
  const chosen = natural ?? cuts[0]
  if (!chosen) return { texts: [], problem }
  const name = states.find(({ part }) => part.fragment).part.fragment
  const line = `${without.slice(0, chosen.cut)}{${slot}}${without.slice(chosen.cut)}`
  return {
    texts: [
      [key, line],
      [name, chosen.piece],
    ],
  }
}

/** Compares the line under all labels: what differs is the label. */
function labels(key, slot, seen, lines) {
  const start = sharedPrefix(lines)
  const rest = lines.map((line) => line.slice(start.length))
  const end = reverse(sharedPrefix(rest.map(reverse)))
  const label = (line) => line.slice(start.length, line.length - end.length)
  const texts = seen.map(({ element }, index) => [element.parts[slot].text, label(lines[index])])
  return { texts: [[key, `${start}{${slot}}${end}`], ...texts] }
}

function sharedPrefix(texts) {
  const [first] = texts
  let length = 0
  while (length < first.length && texts.every((text) => text[length] === first[length])) length += 1
  return first.slice(0, length)
}

function reverse(text) {
  return text.split('').reverse().join('')
}

/** Whether a text has exactly the placeholders of another. */
function samePlaceholders(left, right) {
  return [...placeholders(left)].sort().join() === [...placeholders(right)].sort().join()
}

module.exports = { doubleBraces, recover, samePlaceholders }
