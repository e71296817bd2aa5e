'use strict'

/** Sections of a rendered prompt as `{ id, text }`, without the cache boundary; together they are the prompt. */
function sectionsOf({ text, sections }) {
  const kept = sections.filter(({ placement }) => placement !== 'boundary')
  return named(kept.map(({ id, start, end }) => ({ id, text: text.slice(start, end) })))
}

/** A text cut in front of each second-level heading of Markdown outside of code; the first part is `start`. */
function sectionsByHeading(text) {
  const sections = [{ id: 'start', text: '' }]
  let fence
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    const heading = fence === undefined && /^##? +(.+?)\s*$/.exec(line)?.[1]
    if (heading) sections.push({ id: heading, text: '' })
    sections.at(-1).text += line
  }
  return named(sections.filter(({ text }) => text !== ''))
}

/** Sections whose names are unique and fit in a heading. */
function named(sections) {
  const seen = new Map()
  return sections.map(({ id, text }) => {
    const name = id.replaceAll('`', "'")
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { id: count === 1 ? name : `${name} (${count})`, text }
  })
}

module.exports = { sectionsByHeading, sectionsOf }
