'use strict'

// Makes the renderer say what it renders. An overlay puts a mark in place of every text; a prompt that is
// rendered with it names, line by line, the section, the key and the value of each placeholder. A further
// section tells which facts hold. So nothing about structure is known here: the renderer is asked.

// Characters for private use: no text and no value of a probe holds them.
const START = '\ue000'
const NEXT = '\ue001'
const END = '\ue002'
const OPEN = '\ue003'
const CLOSE = '\ue004'
const FACT = '\ue005'

const FACTS_SECTION = 'adoption_facts'

/** Texts outside sections that lines show: all others are the business of other functions. */
const SHOWN_TEXTS = /^(tool_summary|tool_summary_acp|blocked_reason|token|model_identity)\./

/**
 * The overlay that turns texts into marks, and what is needed to read them back.
 *
 * @param {import('../index.js').PromptDefinition} definition
 * @param {string[]} [furtherFacts] facts to ask about besides those that the definition asks about
 * @returns {{overlay: object, marks: object}} `marks` is for `readMarked`
 */
function markDefinition(definition, furtherFacts = []) {
  const nodes = []
  const mark = (node) => START + (nodes.push(node) - 1) + node.slots.map((slot) => `${NEXT}{${slot}}`).join('') + END
  const section = {}
  for (const { id, heading, lines, fragments } of definition.sections) {
    section[id] = {}
    if (heading !== '') section[id].heading = mark({ section: id, key: HEADING, text: heading, slots: [] })
    const line = {}
    for (const { key, text } of [...lines, ...fragments]) {
      if (text !== undefined) line[key] = { text: mark({ section: id, key, text, slots: placeholders(text) }) }
    }
    const insert = lines
      .filter(({ computed }) => computed)
      .flatMap(({ key, when }) => [
        { key: `${key}-open`, before: key, when, text: `${OPEN}${id}.${key}` },
        { key: `${key}-close`, after: key, when, text: CLOSE },
      ])
    Object.assign(section[id], { line, insert })
  }
  const texts = {}
  for (const { key, text } of definition.texts) {
    if (SHOWN_TEXTS.test(key)) texts[key] = mark({ section: 'texts', key, text, slots: [] })
  }
  const facts = [...new Set([...factsOf(definition), ...furtherFacts])]
  const line = facts.map((fact, index) => ({ key: `f${index}`, when: [fact], text: `${FACT}${index}` }))
  const add = { [FACTS_SECTION]: { to_end_of: 'dynamic', line } }
  return { overlay: { unprotect: ['safety'], texts, section, add }, marks: { nodes, facts } }
}

/** Key under which a section's heading is an element. */
const HEADING = '#'

/** Every fact that a condition of the definition asks about. */
function factsOf({ sections }) {
  const facts = new Set()
  for (const { when, lines, fragments } of sections) {
    for (const entry of [when, ...[...lines, ...fragments].map((line) => line.when)].flat()) {
      facts.add(entry.replace('!', ''))
    }
  }
  return [...facts].sort()
}

/** Names of the placeholders of a text, each once. */
function placeholders(text) {
  const names = [...text.matchAll(/\{\{|\}\}|\{(\w+)\}/g)].map(([, name]) => name)
  return [...new Set(names.filter((name) => name !== undefined))]
}

/**
 * One line of a marked prompt.
 *
 * @typedef {{region: string, text: string}} RawLine a line without wording; `region` is the computed line
 *   that made it, or `boundary`
 * @typedef {{before: string, nodes: MarkedNode[]}} MarkedLine `before` stands on the line ahead of the wording
 * @typedef {{node: object, values: Record<string, (string | MarkedNode)[]>}} MarkedNode a text with the pieces
 *   of each placeholder's value
 */

/**
 * Reads a prompt that was rendered with the marks.
 *
 * @param {string} prompt
 * @param {object} marks from `markDefinition`
 * @param {Map<string, MarkedLine>} [parsed] lines that were read before; grows
 * @returns {{lines: (RawLine | MarkedLine)[], facts: string[]}} the lines in order, and the facts that hold
 */
function readMarked(prompt, { nodes, facts }, parsed = new Map()) {
  const lines = []
  const holding = []
  let region = 'boundary'
  for (const line of prompt.split('\n')) {
    if (line.startsWith(FACT)) holding.push(facts[Number(line.slice(1))])
    else if (line.startsWith(OPEN)) region = line.slice(1)
    else if (line === CLOSE) region = 'boundary'
    else if (line.includes(START)) {
      if (!parsed.has(line)) parsed.set(line, readLine(line, nodes))
      lines.push(parsed.get(line))
    } else lines.push({ region, text: line })
  }
  return { lines, facts: holding }
}

function readLine(line, nodes) {
  let at = 0
  const piece = (stops) => {
    const start = at
    while (at < line.length && !stops.includes(line[at])) at += 1
    return line.slice(start, at)
  }
  const readNode = () => {
    at += 1
    const node = nodes[Number(piece([NEXT, END]))]
    const values = {}
    for (const slot of node.slots) {
      at += 1
      values[slot] = []
      while (line[at] !== NEXT && line[at] !== END) {
        values[slot].push(line[at] === START ? readNode() : piece([START, NEXT, END]))
      }
    }
    at += 1
    return { node, values }
  }
  const before = piece([START])
  const found = []
  while (at < line.length) {
    found.push(readNode())
    piece([START]) // What glues two lines together.
  }
  return { before, nodes: found }
}

module.exports = { HEADING, markDefinition, placeholders, readMarked }
