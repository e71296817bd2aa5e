// Learns the wording of a running prompt builder by calling it. Nothing is read from its source and
// nothing is written: the result is an object in memory.
//
// The caller brings what it knows about structure, as a function from parameters to the elements
// that the prompt will consist of: which section, which line key, and the value of each
// placeholder. The builder is called with the same parameters. Elements and output lines are paired
// up, and where a value turns up in a line, its placeholder is put back.

/**
 * One element of a prompt, as the caller's knowledge of the structure predicts it.
 *
 * @typedef {object} Element
 * @property {string} section section id
 * @property {string} [key] line key; absent on lines that hold no wording
 * @property {string} [expect] text when it is known: a heading, a raw parameter. Required without
 *   a key; with one, the builder may differ (a renamed heading), and what it has is learned.
 * @property {string} [before] known text in front of the wording on the same line
 * @property {Record<string, string | Fragment | Choice>} [values] placeholder values of this call
 *
 * @typedef {{fragment: string, values: Record<string, string>} | {fragment: string, absent: true}}
 *   Fragment optional piece of a line with a key and placeholders of its own
 * @typedef {{choice: string}} Choice one of several unknown labels, by the label's key
 */

/**
 * Learns texts from a builder.
 *
 * @param {(params: object, host: object) => string} builder
 * @param {(params: object, host: object) => Element[]} elementsOf
 * @param {{params: object, host: object}[]} probes calls to make; a placeholder is trusted only
 *   when its line was seen with two different values, so each key should appear in two probes
 * @returns {{sections: Record<string, Record<string, string>>, problems: object[]}} texts by
 *   section and key, with `{placeholder}` and doubled literal braces; fragments and labels are
 *   entries of the section they occur in. `problems` holds everything that is unexplained.
 */
export function learnWording(builder, elementsOf, probes) {
  const calls = probes.map(({ params, host }) => ({
    elements: elementsOf(params, host),
    lines: builder(params, host).split('\n'),
  }))
  let learned = {}
  let problems = []
  // Lines learned in the first round are landmarks in the second, for calls that did not line up.
  for (let round = 0; round < 2; round += 1) {
    problems = []
    const observations = new Map()
    calls.forEach(({ elements, lines }, probe) => {
      const { pairs, gaps } = align(elements, lines, learned)
      problems.push(...gaps.map((gap) => ({ probe, ...gap })))
      for (const [element, text] of pairs) observe(observations, problems, probe, element, text)
    })
    learned = {}
    for (const { section, key, seen } of observations.values()) {
      for (const [name, text] of recoverTexts(section, key, seen, problems)) {
        const texts = (learned[section] ??= {})
        if (name in texts && texts[name] !== text) {
          problems.push({ problem: 'the same piece differs between lines', section, key: name })
        }
        texts[name] = text
      }
    }
    if (problems.length === 0) break
  }
  problems.push(...unproven(calls, learned))
  return { sections: learned, problems }
}

function observe(observations, problems, probe, element, text) {
  const { section, key, expect, before = '' } = element
  if (key === undefined) {
    if (text !== expect) {
      problems.push({ problem: 'a line without wording differs', probe, section, expect })
    }
    return
  }
  if (!text.startsWith(before)) {
    problems.push({ problem: 'the known start of a line differs', probe, section, key })
    return
  }
  const id = `${section} ${key}`
  if (!observations.has(id)) observations.set(id, { section, key, seen: [] })
  const line = text.slice(before.length)
  observations.get(id).seen.push({ line, values: element.values ?? {} })
}

// ---- pairing elements with lines ---------------------------------------------------------------

/**
 * Pairs elements with output lines. Elements whose text is known and unique are landmarks; between
 * two landmarks pairing is by position, provided the counts agree.
 */
function align(elements, lines, learned) {
  const expected = elements.map((element) => expectedText(element, learned))
  const heights = expected.map((text) => (text === undefined ? 1 : text.split('\n').length))
  const marks = landmarks(expected, heights, lines)
  const pairs = []
  const gaps = []
  let element = 0
  let line = 0
  for (const mark of [...marks, { element: elements.length, line: lines.length }]) {
    const height = heights.slice(element, mark.element).reduce((sum, h) => sum + h, 0)
    if (height === mark.line - line) {
      for (; element < mark.element; element += 1) {
        pairs.push([elements[element], lines.slice(line, line + heights[element]).join('\n')])
        line += heights[element]
      }
    } else {
      gaps.push({
        problem: 'the number of lines differs',
        section: elements[Math.min(element, elements.length - 1)].section,
        keys: elements.slice(element, mark.element).map(({ key, expect }) => key ?? expect),
        expected: height,
        found: mark.line - line,
      })
    }
    element = mark.element
    line = mark.line
  }
  return { pairs, gaps }
}

function expectedText(element, learned) {
  return renderLearned(element, learned) ?? element.expect
}

/** Positions of elements that occur once on both sides, thinned to a common order. */
function landmarks(expected, heights, lines) {
  const lineOf = uniquePositions(lines)
  const candidates = []
  for (const [text, element] of uniquePositions(expected)) {
    if (text !== undefined && heights[element] === 1 && lineOf.has(text)) {
      candidates.push({ element, line: lineOf.get(text) })
    }
  }
  return longestRising(candidates.sort((a, b) => a.element - b.element))
}

function uniquePositions(texts) {
  const positions = new Map()
  const repeated = new Set()
  texts.forEach((text, position) => {
    if (positions.has(text)) repeated.add(text)
    positions.set(text, position)
  })
  for (const text of repeated) positions.delete(text)
  return positions
}

/** Longest subsequence with rising line numbers; a section that moved falls out of it. */
function longestRising(marks) {
  const best = marks.map(() => ({ length: 1, previous: -1 }))
  let last = -1
  marks.forEach((mark, i) => {
    for (let j = 0; j < i; j += 1) {
      if (marks[j].line < mark.line && best[j].length + 1 > best[i].length) {
        best[i] = { length: best[j].length + 1, previous: j }
      }
    }
    if (last === -1 || best[i].length > best[last].length) last = i
  })
  const chosen = []
  for (let i = last; i !== -1; i = best[i].previous) chosen.unshift(marks[i])
  return chosen
}

// ---- from lines back to texts ------------------------------------------------------------------

/** Entries `[name, text]` that the observations of one line key amount to. */
function recoverTexts(section, key, seen, problems) {
  const fail = (problem) => {
    problems.push({ problem, section, key })
    return []
  }
  const placeholders = Object.keys(seen[0].values)
  const optional = placeholders.find((name) => seen[0].values[name].fragment)
  const labelled = placeholders.find((name) => seen[0].values[name].choice)
  if (labelled) return recoverChoice(key, labelled, seen) ?? fail('labels cannot be told apart')
  if (optional) return recoverFragment(key, optional, seen) ?? fail('the fragment cannot be found')
  // `read` as a value also occurs as a word of the sentence; `rEAd` does not. Lines with such
  // values teach nothing, but they must come out right.
  const telling = seen.filter(({ values }) => Object.values(values).every(isDistinctive))
  const sources = telling.length > 0 ? telling : seen
  const templates = new Set(sources.map(({ line, values }) => template(line, values)))
  if (templates.size > 1) return fail('the line differs between calls')
  const [text] = templates
  if (placeholders.some((name) => !text.includes(`{${name}}`))) return fail('a value did not occur')
  if (!seen.every(({ line, values }) => fill(text, values, {}) === line)) {
    return fail('the line differs between calls')
  }
  if (placeholders.length > 0 && !valuesVary(sources)) return fail('seen with one set of values only')
  return [[key, text]]
}

function isDistinctive(value) {
  return !/^[a-z]+$/.test(value)
}

/** Whether the values changed between calls, or are ones that no builder ever changes. */
function valuesVary(seen) {
  const sets = new Set(seen.map(({ values }) => JSON.stringify(values)))
  return sets.size > 1 || Object.values(seen[0].values).every((value) => CONSTANTS.has(value))
}

// Two tool names as the builder prints them when it was given no tools, and a protocol token.
const CONSTANTS = new Set(['exec', 'process', 'NO_REPLY'])

/** The line with its values turned back into placeholders and its own braces doubled. */
function template(line, values) {
  const names = new Map()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') names.set(value, name)
    else for (const [inner, text] of Object.entries(value.values ?? {})) names.set(text, inner)
  }
  names.delete('')
  if (names.size === 0) return doubleBraces(line)
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length)
  const found = new RegExp(`(?<!\\w)(${longestFirst.map(escapePattern).join('|')})(?!\\w)`, 'g')
  return line
    .split(found)
    .map((piece, i) => (i % 2 ? `{${names.get(piece)}}` : doubleBraces(piece)))
    .join('')
}

function doubleBraces(text) {
  return text.replace(/[{}]/g, (brace) => brace + brace)
}

function escapePattern(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Compares the line with and without its optional piece. */
function recoverFragment(key, name, seen) {
  const [without, ...others] = distinct(seen.filter(({ values }) => values[name].absent))
  const [within, ...more] = distinct(seen.filter(({ values }) => !values[name].absent))
  if (without === undefined || within === undefined || others.length + more.length > 0) return
  const width = within.length - without.length
  const cuts = []
  for (let cut = 0; cut <= without.length; cut += 1) {
    const piece = within.slice(cut, cut + width)
    if (without.slice(0, cut) + piece + without.slice(cut) === within) cuts.push({ cut, piece })
  }
  // Text on both sides of the piece may repeat, so several cuts give the same lines; one that
  // starts or ends at a clause is what a person would have written.
  const natural = [/; $/, /^; /, /^ /, / $/]
    .map((pattern) => cuts.find(({ piece }) => pattern.test(piece)))
    .find((found) => found !== undefined)
  const chosen = natural ?? cuts[0]
  if (!chosen) return
  const { cut, piece } = chosen
  const { fragment } = seen[0].values[name]
  return [
    [key, `${without.slice(0, cut)}{${name}}${without.slice(cut)}`],
    [fragment, piece],
  ]
}

/** Compares the line under all labels: what differs is the label. */
function recoverChoice(key, name, seen) {
  const byLabel = new Map(seen.map(({ line, values }) => [values[name].choice, template(line, values)]))
  const lines = [...byLabel.values()]
  if (new Set(lines).size !== lines.length || lines.length < 2) return
  const start = sharedPrefix(lines)
  const rest = lines.map((line) => line.slice(start.length))
  const end = reverse(sharedPrefix(rest.map(reverse)))
  const label = (line) => line.slice(start.length, line.length - end.length)
  return [
    [key, `${start}{${name}}${end}`],
    ...[...byLabel].map(([choice, line]) => [choice, label(line)]),
  ]
}

function distinct(seen) {
  return [...new Set(seen.map(({ line, values }) => template(line, values)))]
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

// ---- proof -------------------------------------------------------------------------------------

/** Calls whose output the learned texts do not reproduce. */
function unproven(calls, learned) {
  return calls.flatMap(({ elements, lines }, probe) => {
    const texts = elements.map((element) => expectedText(element, learned))
    const proven = !texts.includes(undefined) && texts.join('\n') === lines.join('\n')
    return proven ? [] : [{ problem: 'the call is not reproduced', probe }]
  })
}

function renderLearned(element, learned) {
  const { section, key, before = '', values = {} } = element
  const texts = learned[section] ?? {}
  if (key === undefined || texts[key] === undefined) return undefined
  return before + fill(texts[key], values, texts)
}

function fill(text, values, texts) {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (token, name) => {
    if (name === undefined) return token[0]
    const value = values[name]
    if (typeof value === 'string') return value
    if (value.choice) return texts[value.choice]
    return value.absent ? '' : fill(texts[value.fragment], value.values, texts)
  })
}

// ---- text that the builder removes -------------------------------------------------------------

/**
 * Finds the block that a builder takes out of context files by offering it candidates.
 *
 * @param {(params: object, host: object) => string} builder
 * @param {string[]} candidates texts that may be the block
 * @returns {string | undefined} the candidate that vanishes, when exactly one does
 */
export function learnStrippedBlock(builder, candidates) {
  const vanishing = candidates.filter((candidate) => {
    const contextFiles = [{ path: 'probe.md', content: `zqstart ${candidate} zqend` }]
    const params = { workspaceDir: '/', promptMode: 'minimal', contextFiles }
    return builder(params, {}).includes('zqstart  zqend')
  })
  return vanishing.length === 1 ? vanishing[0] : undefined
}

/**
 * Candidates for the block: the gateway's default heartbeat instruction in back quotes under a
 * label line, as its workspace template once had it.
 *
 * @param {string} instruction what the gateway uses when no heartbeat prompt is configured
 */
export function heartbeatBlockCandidates(instruction) {
  const labels = ['Heartbeat prompt:', 'Default heartbeat prompt:', 'Default prompt:']
  return labels.map((label) => `${label}\n\`${instruction}\``)
}
