'use strict'

// Calls a builder with the probes and brings its output and ours into one form: templates, in which each
// value of a probe is a token such as the channel's, with the set of probes that show them.

const { readMarked } = require('./marks.js')
const { probeSpelling } = require('./probes.js')

const TOKEN = /\ue010([^\ue011]+)\ue011/g

/** Ends the template of a line below the cache boundary: the same words there are another line. */
const DYNAMIC = '\ue012'

const BOUNDARY = '<!-- OPENCLAW_CACHE_BOUNDARY -->'

function token(name) {
  return `\ue010${name}\ue011`
}

/** Names of the tokens in a template, each once, sorted. */
function tokensIn(template) {
  return [...new Set([...template.matchAll(TOKEN)].map(([, name]) => name))].sort()
}

/** Tools whose names stand inside sentences, in plain letters where the tool is not listed. */
const TOOLS_IN_SENTENCES = ['exec', 'process', 'read']

/** A value, a tool's spelling, or a list of channels. */
const MAY_HOLD_VALUES = /zq|\b[a-z][A-Z]|\|/

/** What a probe's output says: how its values look, and how they turn into tokens. */
class Reading {
  constructor(seed, params) {
    this.seed = seed
    this.channel = params.runtimeInfo.channel
    this.tools = new Map((params.toolNames ?? []).map((name) => [name, name.toLowerCase()]))
    this.options = params.deliverableChannels.join('|')
  }

  /** The text with tokens for values. */
  template(text) {
    let result = text
    if (result.includes('|') && result.includes(this.options))
      result = result.replaceAll(this.options, token('channel options'))
    if (result.includes('zq')) result = result.replace(/zq\d+([A-Za-z]+)/g, (_, name) => token(name))
    if (this.tools.size > 0 && /\b[a-z][A-Z]/.test(result)) {
      result = result.replace(/\b[a-z][A-Z]\w*/g, (word) => {
        const tool = this.tools.get(word)
        return tool === undefined ? word : token(`tool ${tool}`)
      })
    }
    return result
  }

  /**
   * The templates of all lines of a prompt.
   *
   * @param {string} prompt
   * @param {Map<string, string>} regions lines that are ours, without wording
   * @param {{stable: Map<string, string>, dynamic: Map<string, string>}} plain templates of lines in which no probe
   *   can have a value, on either side of the boundary; grows. One string for all probes is compared at once.
   */
  sequence(prompt, regions, plain) {
    let zone = ''
    let known = plain.stable
    return prompt.split('\n').map((line) => {
      if (line === BOUNDARY) {
        zone = DYNAMIC
        known = plain.dynamic
      }
      const found = known.get(line) ?? regions.get(line)
      if (found !== undefined) return found
      const template = this.template(line) + zone
      if (!MAY_HOLD_VALUES.test(line)) known.set(line, template)
      return template
    })
  }

  /** The template as this probe shows it where a value is an ordinary word, as an unlisted tool's name is. */
  worded(template) {
    return template.replace(TOKEN, (whole, name) => {
      if (name === 'channel' && this.channel !== undefined && !this.channel.startsWith('zq')) return this.channel
      const tool = /^tool (\w+)$/.exec(name)?.[1]
      if (tool === undefined || this.tools.has(probeSpelling(this.seed, tool))) return whole
      return tool
    })
  }
}

/**
 * Calls the builder and the marked engine with each probe.
 *
 * @param {(params: object) => string} builder
 * @param {{build(params: object): string}} engine renders with the marks
 * @param {object} marks from `markDefinition`
 * @param {{seed: number, params: object}[]} probes
 * @returns {{ours: object[], theirs: Map<string, object>, sequences: string[][], facts: Map<string, bigint>,
 *   all: bigint}} sets of probes are bit masks
 */
function observe(builder, engine, marks, probes) {
  const ours = new Seen(probes.length)
  const facts = new Seen(probes.length)
  for (const fact of marks.facts) facts.expect(fact, { fact })
  const sequences = []
  const readings = []
  const outputs = []
  const parsed = new Map()
  const plain = { stable: new Map(), dynamic: new Map() }
  probes.forEach(({ seed, params }, index) => {
    const reading = new Reading(seed, params)
    readings.push(reading)
    const { lines, facts: holding } = readMarked(engine.build(params), marks, parsed)
    for (const fact of holding) facts.add(fact, index)
    const regions = new Map()
    for (const line of lines) {
      // A line without values is the same object in every probe that shows it.
      const element = line.element ?? (line.nodes ? wordedElement(line, reading) : rawElement(line))
      if (line.nodes && line.nodes.every(({ node }) => node.slots.length === 0) && line.before === '') {
        line.element = element
      }
      if (!line.nodes) regions.set(line.text, element.id)
      ours.add(element.id, index, () => ({ ...element }))
    }
    const output = builder(params)
    outputs.push(output)
    sequences.push(reading.sequence(output, regions, plain))
  })
  joinWorded(sequences, readings)
  return {
    outputs,
    ours: inOrder(joinLoose([...ours.finish().values()]), marks),
    theirs: collect(sequences),
    sequences,
    facts: new Map([...facts.finish()].map(([fact, { probes: mask }]) => [fact, mask])),
    all: (1n << BigInt(probes.length)) - 1n,
  }
}

/** Things by name with the probes that showed them; bits are set in place, for there are many. */
class Seen {
  constructor(count) {
    this.words = Math.ceil(count / 32)
    this.items = new Map()
  }

  expect(name, item) {
    const entry = { item, bits: new Uint32Array(this.words) }
    this.items.set(name, entry)
    return entry
  }

  add(name, index, make) {
    const known = this.items.get(name) ?? this.expect(name, make())
    known.bits[index >> 5] |= 1 << (index & 31)
  }

  /** The things, each with its set of probes as a bit mask in `probes`. */
  finish() {
    for (const { item, bits } of this.items.values()) {
      const digits = [...bits].reverse().map((word) => word.toString(16).padStart(8, '0'))
      item.probes = BigInt(`0x${digits.join('')}`)
    }
    return new Map([...this.items].map(([name, { item }]) => [name, item]))
  }
}

/** In the order of the definition, whatever order the probes showed them in. */
function inOrder(elements, { nodes }) {
  const ranks = new Map(nodes.map(({ section, key }, rank) => [`${section}.${key}`, rank]))
  const rank = ({ section, key }) => ranks.get(`${section}.${key}`) ?? -1
  return elements.sort((a, b) => rank(a) - rank(b))
}

// ---- our side ----------------------------------------------------------------------------------

/** Marks an element that holds no wording. */
const RAW = 'computed '

function rawElement({ region }) {
  const [section, key] = region.split('.')
  return { id: RAW + region, raw: true, section, key: key ?? '', parts: {}, loose: false, tokens: [] }
}

/**
 * The element of a line with wording. `parts` says for each placeholder what stands there: a `value` as
 * template (absent when it is an ordinary word, kept as `word`), a `text` or a `fragment` by its key.
 */
function wordedElement({ before, nodes }, reading) {
  const [{ node, values }, ...glued] = nodes
  const prefix = reading.template(before)
  const parts = partsOf(values, reading)
  const id = `${node.section}.${node.key} ${describe(parts)}`
  const tokens = [...new Set([...tokensIn(prefix), ...tokensOf(parts)])].sort()
  return {
    id,
    section: node.section,
    key: node.key,
    text: node.text,
    before: prefix,
    parts,
    tokens,
    glued: glued.map((other) => other.node.key),
  }
}

function partsOf(values, reading) {
  const entries = Object.entries(values).map(([slot, pieces]) => [slot, partOf(pieces, reading)])
  return Object.fromEntries(entries)
}

function partOf(pieces, reading) {
  const inner = pieces.find((piece) => typeof piece !== 'string')
  if (inner === undefined) {
    const text = pieces.join('')
    if (text === '') return { absent: true }
    const template = reading.template(text)
    return template === text ? { word: text } : { value: template }
  }
  if (inner.node.section === 'texts') return { text: inner.node.key, word: inner.node.text }
  return { fragment: inner.node.key, parts: partsOf(inner.values, reading) }
}

function describe(parts) {
  const one = (part) => {
    if (part.fragment) return `${part.fragment}(${describe(part.parts)})`
    return part.text ?? part.value ?? (part.absent ? '' : '*')
  }
  return Object.entries(parts)
    .map(([slot, part]) => `${slot}=${one(part)}`)
    .join(' ')
}

function tokensOf(parts) {
  return Object.values(parts).flatMap((part) =>
    part.fragment ? tokensOf(part.parts) : part.value ? tokensIn(part.value) : [],
  )
}

/** Joins elements whose placeholders show ordinary words with the one that shows values in their place. */
function joinLoose(elements) {
  const byKey = new Map()
  for (const element of elements) {
    const key = `${element.section}.${element.key}`
    byKey.set(key, [...(byKey.get(key) ?? []), element])
  }
  const joined = new Set()
  for (const element of elements) {
    if (!Object.values(element.parts).some((part) => part.word !== undefined && !part.text)) continue
    const family = byKey.get(`${element.section}.${element.key}`)
    const firm = family.filter((other) => other !== element && covers(other, element) && !joined.has(other))
    const [target] = firm.sort((a, b) => b.tokens.length - a.tokens.length)
    if (target === undefined) continue
    target.probes |= element.probes
    joined.add(element)
  }
  return elements.filter((element) => !joined.has(element))
}

/** Whether `firm` is the same as `loose` but for values where that has ordinary words. */
function covers(firm, loose) {
  let more = false
  const same = Object.entries(loose.parts).every(([slot, part]) => {
    const other = firm.parts[slot]
    if (part.word !== undefined && !part.text) {
      more ||= other.value !== undefined
      return other.value !== undefined || other.word === part.word
    }
    return describe({ slot: part }) === describe({ slot: other })
  })
  return same && more
}

// ---- their side --------------------------------------------------------------------------------

/** Gives a line that shows ordinary words the name of its template with tokens. */
function joinWorded(sequences, readings) {
  const templates = new Set(sequences.flat())
  const sentences = [...templates].filter(
    (template) =>
      !template.startsWith(`- ${token('tool ').slice(0, -1)}`) &&
      tokensIn(template).some((name) => name === 'channel' || TOOLS_IN_SENTENCES.includes(name.slice(5))),
  )
  // One with more tokens has the last word: it also explains lines in which only some are ordinary words.
  sentences.sort((a, b) => tokensIn(a).length - tokensIn(b).length)
  sequences.forEach((sequence, index) => {
    const places = new Map(sequence.map((template, place) => [template, place]))
    for (const template of sentences) {
      const place = places.get(readings[index].worded(template))
      if (place !== undefined) sequence[place] = template
    }
  })
}

function collect(sequences) {
  const theirs = new Seen(sequences.length)
  sequences.forEach((sequence, index) => {
    for (const template of sequence) theirs.add(template, index, () => entryOf(template))
  })
  return theirs.finish()
}

function entryOf(template) {
  const text = template.replace(DYNAMIC, '')
  return { template, text, raw: template.startsWith(RAW), tokens: tokensIn(text) }
}

module.exports = { DYNAMIC, RAW, TOKEN, observe, token, tokensIn }
