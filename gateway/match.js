'use strict'

// Pairs our elements with the builder's lines. Two belong together when the same probes show them and the same
// values stand in them. Where several lines share both, as the sentences of one paragraph do, their order
// decides, counted from the nearest line whose text both sides have.

const { DYNAMIC } = require('./observe.js')

/**
 * Pairs elements with templates.
 *
 * @param {import('../index.js').PromptDefinition} definition
 * @param {object} observed from `observe`
 * @returns {Map<object, object>} template of each element that has one
 */
function match(definition, { ours, theirs, sequences }) {
  const pairs = new Map()
  const partners = new Map()
  const pair = (element, entry) => {
    pairs.set(element, entry)
    partners.set(entry, element)
  }
  for (const element of ours.filter(({ raw }) => raw)) {
    const entry = theirs.get(element.id)
    if (entry) pair(element, entry)
  }
  const worded = ours.filter(({ raw }) => !raw)
  for (const element of landmarks(worded)) {
    const text = element.before + literal(element.text)
    for (const entry of [theirs.get(text), theirs.get(text + DYNAMIC)]) {
      if (entry && !partners.has(entry) && entry.probes === element.probes) pair(element, entry)
    }
  }
  for (const element of worded.filter(({ section, before }) => section === 'texts' && before !== '')) {
    // A line of the tool list: the tool's name stands in front of the wording.
    const entry = [...theirs.values()].find(
      (other) => other.text.startsWith(element.before) && other.probes === element.probes,
    )
    if (entry && !partners.has(entry)) pair(element, entry)
  }
  // What stands on the same side of the cache boundary belongs together; only what is left over has moved.
  for (const zoneOf of [(item) => isDynamic(item, definition), () => false]) {
    const groups = new Map()
    const add = (side, item) => {
      const key = `${item.probes} ${zoneOf(item)} ${item.tokens.join()}`
      if (!groups.has(key)) groups.set(key, { ours: [], theirs: [] })
      groups.get(key)[side].push(item)
    }
    for (const element of worded) add('ours', element)
    for (const entry of theirs.values()) if (!entry.raw) add('theirs', entry)
    for (const group of groups.values()) {
      if (group.ours.length === 0 || group.theirs.length === 0) continue
      for (const [elements, entries] of stretches(group, { pairs, partners, sequences })) {
        // Lines that one side has more of are left over at the end of the stretch: any choice reads the same.
        for (let i = 0; i < Math.min(elements.length, entries.length); i += 1) pair(elements[i], entries[i])
      }
    }
  }
  return pairs
}

/** On which side of the cache boundary an element of ours or a template of theirs stands. */
function isDynamic({ section, template }, { sections }) {
  if (template !== undefined) return template.endsWith(DYNAMIC)
  return sections.find(({ id }) => id === section)?.placement === 'dynamic'
}

/** Elements without values whose text no other element has under the same condition. */
function landmarks(elements) {
  const plain = elements.filter(({ parts, glued }) => Object.keys(parts).length === 0 && glued.length === 0)
  const counts = new Map()
  const name = ({ before, text, probes }) => `${probes} ${before}${text}`
  for (const element of plain) counts.set(name(element), (counts.get(name(element)) ?? 0) + 1)
  return plain.filter((element) => counts.get(name(element)) === 1)
}

function literal(text) {
  return text.replace(/\{\{|\}\}/g, (pair) => pair[0])
}

/** The unpaired members of a group, in stretches that begin behind the same landmark on both sides. */
function stretches(group, { pairs, partners, sequences }) {
  const begin = Symbol('before the first landmark')
  const split = (items, markOf) => {
    const result = new Map([[begin, []]])
    let current = begin
    for (const item of items) {
      const mark = markOf(item)
      if (mark === undefined) result.get(current).push(item)
      else result.set((current = mark), [])
    }
    return result
  }
  const order = inOrder(group.theirs, sequences)
  const mine = split(group.ours, (element) => (pairs.has(element) ? element : undefined))
  const others = split(order, (entry) => partners.get(entry))
  return [...mine].map(([mark, elements]) => [elements, others.get(mark) ?? []])
}

/** Entries that the same probes show, in the order of the first of those. */
function inOrder(entries, sequences) {
  const first = entries[0].probes.toString(2).split('').reverse().indexOf('1')
  const places = new Map(sequences[first].map((template, place) => [template, place]))
  return [...entries].sort((a, b) => places.get(a.template) - places.get(b.template))
}

module.exports = { literal, match }
