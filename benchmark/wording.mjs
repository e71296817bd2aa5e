// The gateway's wording as an overlay, in memory only, so that both sides have the same bytes to produce. For one set
// of parameters both prompts have the same lines; where a line differs, its words are taken over, with the values
// turned back into placeholders. What comes out is proven by comparing prompts, not by this file.

import { readFileSync } from 'node:fs'

/** The overlay that undoes what differs from the gateway on purpose; it brings stand-ins for the words. */
export const STRUCTURE = {
  name: 'structure',
  toml: readFileSync(new URL('../crates/core/tests/fixtures/synthetic-2026.7.1.toml', import.meta.url), 'utf8'),
}

/**
 * An overlay with which, on top of `STRUCTURE`, `params` renders as the gateway renders it.
 *
 * @param {{build: Function, explain: Function}} builder a `PromptBuilder` with `STRUCTURE`
 * @param {(params: object) => string} theirs the gateway's builder
 * @param {object} params values should be distinctive: `on` is also a word of many sentences
 * @throws when a line cannot be paired
 */
export function learnOverlay(builder, theirs, params) {
  const text = builder.build(params)
  const [own, other] = [text, theirs(params)].map((prompt) => prompt.split('\n'))
  if (own.length !== other.length) throw new Error(`${own.length} lines here, ${other.length} in the gateway's prompt`)
  const explained = builder.explain(params).filter(({ shown, start, end }) => shown && end > start)
  const overlay = { unprotect: ['safety'], section: {}, texts: {} }
  let start = 0
  own.forEach((line, index) => {
    const end = start + line.length
    if (line !== other[index]) {
      const elements = explained.filter((element) => element.start <= end && element.end >= start)
      takeOver(overlay, elements, line, other[index], explained, start)
    }
    start = end + 1
  })
  return overlay
}

function takeOver(overlay, elements, line, other, explained, start) {
  const tool = /^- (\w+): /.exec(line)
  if (elements.length === 0) {
    const below = explained.find((element) => element.start >= start)
    sectionOf(overlay, below.section).heading = other
  } else if (elements[0].key === 'tool_list' && tool && other.startsWith(tool[0])) {
    // With ACP two tools say something else.
    const acp = line.endsWith('.acp>') ? '_acp' : ''
    overlay.texts[`tool_summary${acp}.${tool[1]}`] = literal(other.slice(tool[0].length))
  } else {
    split(elements, other).forEach((words, index) => {
      const { section, key } = elements[index]
      const lines = (sectionOf(overlay, section).line ??= {})
      lines[key] = { text: words }
    })
  }
}

function sectionOf(overlay, section) {
  return (overlay.section[section] ??= {})
}

/** The words of a line for the elements that are glued to it, cut at spaces so that each gets its own values. */
function split(elements, line) {
  const values = elements.map(valuesOf)
  const [first, ...rest] = elements
  if (rest.length === 0) return [template(line, values[0])]
  for (let cut = line.indexOf(' '); cut >= 0; cut = line.indexOf(' ', cut + 1)) {
    const head = template(line.slice(0, cut), values[0])
    if (head === undefined) continue
    const tail = split(rest, line.slice(cut + 1))
    if (!tail.includes(undefined)) return [head, ...tail]
  }
  throw new Error(`the words of ${first.section}.${first.key} were not found`)
}

/** The text with values turned into placeholders; undefined when one does not occur. */
function template(line, values) {
  const found = Object.entries(values).sort(([, left], [, right]) => right.length - left.length)
  let text = literal(line)
  for (const [name, value] of found) {
    if (!text.includes(literal(value))) return undefined
    text = text.replaceAll(literal(value), `{${name}}`)
  }
  return text
}

function literal(text) {
  return text.replaceAll('{', '{{').replaceAll('}', '}}')
}

/** Values of a line's placeholders, read off the shipped text and what became of it. */
function valuesOf({ section, key, text }) {
  const shipped = shippedText(section, key)
  if (shipped === undefined) throw new Error(`${section}.${key} is computed, but differs`)
  const names = []
  const pattern = shipped
    .split(/(\{\{|\}\}|\{\w+\})/)
    .map((piece) => {
      if (/^\{\w+\}$/.test(piece)) return names.push(piece.slice(1, -1)), '(.*)'
      return (piece === '{{' || piece === '}}' ? piece[0] : piece).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    })
    .join('')
  const match = new RegExp(`^${pattern}$`, 's').exec(text)
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1]]))
}

/** The text of a line in the overlay of the structure, or else in prompt/sections; both keep one member on a line. */
function shippedText(section, key) {
  const named = STRUCTURE.toml.split(`[section.${section}.line.${key}]\n`)[1] ?? blockOf(STRUCTURE.toml, section, key)
  const source = named ?? blockOf(readFileSync(new URL(`../prompt/sections/${section}.toml`, import.meta.url), 'utf8'), '', key)
  const text = /^text = (".*")$/m.exec(source?.split(/^\[/m)[0] ?? '')
  return text ? JSON.parse(text[1]) : undefined
}

/** What stands below the header of an entry of a list, such as `[[line]]`. */
function blockOf(source, section, key) {
  const header = section === '' ? /^\[\[(?:line|fragment)\]\]$/m : `[[section.${section}.insert]]\n`
  return source.split(header).slice(1).find((part) => part.split(/^\[/m)[0].includes(`key = "${key}"\n`))
}
