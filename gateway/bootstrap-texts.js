'use strict'

// Learns the texts around workspace files that were cut: the markers and the notice. Files are made of one character
// that no text holds, so that what is left of them can be told from what was put in. Sentences for the log are not
// learned: no model reads them.

const { doubleBraces } = require('./recover.js')

const FILLER = '一'
const RUN = new RegExp(`^${FILLER}*|${FILLER}*$`, 'g')

/**
 * @param {(files: object[], options: object) => {path: string, content: string}[]} build the builder's
 *   `buildBootstrapContextFiles`
 * @param {((lines: string[]) => string | undefined) | undefined} notice its `buildBootstrapPromptWarningNotice`
 * @returns {{texts: Record<string, string>, unexplained: object[]}}
 */
function learnBootstrapTexts(build, notice) {
  const texts = {}
  const unexplained = []
  const learn = (key, seen) => {
    const templates = new Set(seen.map(({ text, values }) => template(text, values)))
    const [text] = templates
    const missing = Object.keys(seen[0].values).some((name) => !text?.includes(`{${name}}`))
    if (templates.size === 1 && text !== undefined && !missing) texts[key] = text
    else unexplained.push({ key: `texts.${key}`, problem: 'the text differs between calls or lacks a value' })
  }
  const cuts = [cutFile('zqone.md', 30011, 19997), cutFile('zqsecond.md', 23456, 15013)].map((file) =>
    wide(build, file),
  )
  learn(
    'bootstrap.marker.cut_read',
    cuts.map(({ read, name }) => ({ text: read, values: { name } })),
  )
  learn(
    'bootstrap.marker.cut_counts',
    cuts.map(({ counts, name, ...rest }) => ({ text: counts, values: { name, ...numbers(rest) } })),
  )
  const narrow = [30011, 4567].map((total) => compact(build, total))
  learn(
    'bootstrap.marker.compact',
    narrow.map(({ text, ...rest }) => ({ text, values: numbers(rest) })),
  )
  const absent = ['/zqone/zqa.md', '/zqtwo/zqb.md'].map((path) => ({
    text: missingMarker(build, path),
    values: { path },
  }))
  learn('bootstrap.marker.missing', absent)
  const policy = [
    [27013, 19001],
    [31234, 17003],
  ].map(([total, limit]) => digest(build, total, limit))
  learn(
    'bootstrap.marker.digest_read',
    policy.map(({ read }) => ({ text: read, values: {} })),
  )
  learn(
    'bootstrap.marker.digest_label',
    policy.map(({ label }) => ({ text: label, values: {} })),
  )
  learn(
    'bootstrap.marker.digest_omitted',
    policy.map(({ omitted, count }) => ({ text: omitted, values: { count: `${count}` } })),
  )
  learn(
    'bootstrap.marker.digest_counts',
    policy.map(({ counts, digested, ...rest }) => ({
      text: counts,
      values: { digest: `${digested}`, ...numbers(rest) },
    })),
  )
  if (notice)
    learn(
      'bootstrap.notice.prompt',
      [['zq'], ['zqa', 'zqb']].map((lines) => ({ text: notice(lines) ?? '', values: {} })),
    )
  return { texts, unexplained }
}

function cutFile(name, total, limit) {
  return { name, total, limit }
}

function numbers({ head, tail, total }) {
  return { head: `${head}`, tail: `${tail}`, total: `${total}` }
}

/** The text with placeholders for values, longest first; a number counts only when it stands alone. */
function template(text, values) {
  const entries = Object.entries(values).sort((a, b) => b[1].length - a[1].length)
  const names = new Map(entries.map(([name, value]) => [value, name]))
  if (names.size === 0) return doubleBraces(text)
  const pattern = [...names.keys()].map((value) => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  const pieces = text.split(new RegExp(`(?<![\\w])(${pattern})(?![\\w])`))
  return pieces.map((piece, index) => (index % 2 ? `{${names.get(piece)}}` : doubleBraces(piece))).join('')
}

function record(name, content) {
  return { name, path: `/zq/${name}`, content, missing: false }
}

/** The content of one file under a limit. */
function contentOf(build, file, maxChars) {
  const [built] = build([file], { maxChars, totalMaxChars: 60000, warn: () => {} })
  return built?.content ?? ''
}

/** A file that is cut in the middle, with a marker of two lines. */
function wide(build, { name, total, limit }) {
  const { head, tail, middle } = parted(contentOf(build, record(name, FILLER.repeat(total)), limit))
  const [read = '', counts = ''] = middle.split('\n').filter((line) => line !== '')
  return { name, total, head, tail, read, counts }
}

/** A file under a limit so small that its marker is one line. */
function compact(build, total) {
  for (let limit = 100; limit > 20; limit -= 3) {
    const { head, tail, middle } = parted(contentOf(build, record('zqone.md', FILLER.repeat(total)), limit))
    if (!middle.includes('\n')) return { total, head, tail, text: middle }
  }
  return { total, head: 0, tail: 0, text: '' }
}

function parted(content) {
  const [head = '', tail = ''] = content.match(RUN)
  return { head: head.length, tail: tail.length, middle: content.slice(head.length, content.length - tail.length) }
}

function missingMarker(build, path) {
  return contentOf(build, { name: 'zq.md', path, missing: true }, 20000)
}

/** AGENTS.md with more rules than its digest can hold. */
function digest(build, total, limit) {
  const rules = Array.from({ length: 120 }, (_, index) => `- zq${String(index).padStart(3, '0')}${FILLER.repeat(60)}`)
  const rest = total - rules.join('\n').length - 2
  const first = FILLER.repeat(Math.ceil(rest / 2))
  const content = [first, ...rules, FILLER.repeat(Math.floor(rest / 2))].join('\n')
  const lines = contentOf(build, record('AGENTS.md', content), limit).split('\n')
  const kept = lines.filter((line) => line.startsWith('- zq'))
  const [head, read = '', label = ''] = lines
  const [omitted = '', counts = '', tail = ''] = lines.slice(3 + kept.length)
  return {
    head: head.length,
    tail: tail.length,
    total,
    digested: kept.join('\n').length,
    count: rules.length - kept.length,
    read,
    label,
    omitted,
    counts,
  }
}

module.exports = { learnBootstrapTexts, template }
