'use strict'

// Writes what was learned as an overlay: texts in place, lines the builder lacks dropped, lines it has elsewhere
// moved, lines that only it has inserted under the condition that the probes show.

const { Conditions, recondition } = require('./conditions.js')
const { HEADING } = require('./marks.js')
const { literal } = require('./match.js')
const { RAW, TOKEN } = require('./observe.js')
const { totalOrder, unmoved } = require('./order.js')
const { doubleBraces, recover, samePlaceholders } = require('./recover.js')

const BOUNDARY = `${RAW}boundary`

/** Sections that an overlay may change only when it says so. */
const PROTECTED = ['safety']

/**
 * @param {import('../index.js').PromptDefinition} definition
 * @param {object} observed from `observe`
 * @param {Map<object, object>} pairs from `match`
 * @returns {{overlay: object, learned: string[], dropped: string[], moved: string[], inserted: string[],
 *   reconditioned: string[], unexplained: object[]}} keys are `section.key`, or `texts.key`
 */
function compose(definition, observed, pairs) {
  const composer = new Composer(definition, observed, pairs)
  composer.applyChangedConditions()
  composer.order()
  composer.placeTexts()
  composer.moveSections()
  composer.placeOthers()
  return composer.result()
}

class Composer {
  constructor(definition, observed, pairs) {
    Object.assign(this, { definition, observed, pairs })
    this.sections = new Map(definition.sections.map((section) => [section.id, section]))
    this.places = placesOf(definition)
    this.conditions = new Conditions(definition, observed)
    this.changed = recondition(this.conditions, observed, pairs)
    this.partner = new Map([...pairs].map(([element, entry]) => [entry.template, element]))
    this.patches = new Map()
    this.texts = {}
    this.lists = { learned: [], dropped: [], moved: [], inserted: [], reconditioned: [], unexplained: [] }
  }

  applyChangedConditions() {
    for (const [name, when] of this.changed) {
      const [section, key] = name.split('.')
      if (key === undefined) this.patch(section).when = when
      else this.patch(section).line[key] = { when }
      this.lists.reconditioned.push(name)
    }
  }

  // ---- where everything stands

  order() {
    const place = (template) => {
      const element = this.partner.get(template)
      return element && this.places(element)
    }
    const first = this.itemsFor(place, place)
    // Where a line went decides its order, not where we have it: so the second time without those that moved.
    const moved = new Set(first.filter(({ inPlace }) => !inPlace).map(({ template }) => template))
    this.items = this.itemsFor((template) => (moved.has(template) ? undefined : place(template)), place)
    this.itemsByTemplate = new Map(this.items.map((item) => [item.template, item]))
  }

  itemsFor(rank, place) {
    const items = totalOrder(this.observed.sequences, rank).map((template) => ({
      template,
      entry: this.observed.theirs.get(template),
      element: this.partner.get(template),
      place: place(template),
    }))
    const kept = unmoved(items.filter((item) => item.place !== undefined))
    for (const item of items) item.inPlace = kept.has(item)
    return items
  }

  // ---- lines that stand where ours do

  placeTexts() {
    const seen = new Map()
    for (const element of this.observed.ours.filter(({ raw }) => !raw)) {
      const key = `${element.section}.${element.key}`
      if (!seen.has(key)) seen.set(key, [])
      seen.get(key).push({ element, entry: this.pairs.get(element) })
    }
    this.recovered = new Map()
    for (const [key, states] of seen) {
      const known = states.filter(({ entry }) => entry !== undefined)
      if (known.length === 0) this.drop(states[0].element)
      else if (known.length < states.length) this.fail(key, 'one state of the line has no partner')
      else this.learn(key, states)
    }
    for (const element of this.observed.ours.filter((raw) => raw.raw)) {
      const entry = this.pairs.get(element)
      if (entry === undefined) this.drop(element)
      else if (entry.probes !== element.probes) {
        this.fail(element.id.slice(RAW.length), 'a computed line differs')
      }
    }
    this.dropWholeSections()
  }

  learn(key, states) {
    const { section, glued } = states[0].element
    const { texts, problem } = recover(states)
    if (problem !== undefined) return this.fail(key, problem)
    this.recovered.set(key, texts)
    const moved = states.some(({ entry }) => !this.itemOf(entry).inPlace)
    if (moved) return
    if (!samePlaceholders(texts[0][1], states[0].element.text)) {
      return this.fail(key, 'a placeholder has no place in the line')
    }
    for (const [name, text] of texts) this.put(section, name, text)
    // The parts of a glued line are one line there: the first part takes it all.
    for (const name of glued) this.patch(section).line[name] = { drop: true }
  }

  put(section, key, text) {
    const isText = section === 'texts' || key.includes('.')
    const path = isText ? `texts.${key}` : `${section}.${key}`
    this.lists.learned.push(path)
    if (isText) this.texts[key] = text
    else if (key === HEADING) this.patch(section).heading = literal(text)
    else this.patch(section).line[key] = { ...this.patch(section).line[key], text }
  }

  drop({ section, key, glued = [] }) {
    // A tool that the builder does not describe keeps our words: nothing else can stand there.
    if (section === 'texts') return this.fail(`texts.${key}`, 'the builder has no such text')
    if (section === 'boundary') return this.fail('boundary', 'the builder has no cache boundary')
    this.lists.dropped.push(`${section}.${key}`)
    if (key === HEADING) this.patch(section).heading = ''
    else for (const name of [key, ...glued]) this.patch(section).line[name] = { drop: true }
  }

  /** Drops a section none of whose seen lines the builder has. */
  dropWholeSections() {
    for (const { id } of this.definition.sections) {
      const elements = this.observed.ours.filter(({ section }) => section === id)
      if (elements.length === 0 || elements.some((element) => this.pairs.has(element))) continue
      this.patches.set(id, { drop: true })
      this.lists.dropped = this.lists.dropped.filter((key) => !key.startsWith(`${id}.`)).concat(id)
    }
  }

  // ---- lines that stand elsewhere

  /** Moves sections all of whose lines stand together at another place between two sections. */
  moveSections() {
    for (const { id } of this.definition.sections) {
      const own = this.items.filter(({ element }) => element?.section === id)
      if (own.length === 0 || own.some(({ inPlace }) => inPlace)) continue
      const first = this.items.indexOf(own[0])
      if (!own.every((item, index) => this.items[first + index] === item)) continue
      const before = this.neighbour(first, -1)
      const after = this.neighbour(first + own.length - 1, 1)
      if (before !== undefined && before === after) continue
      if (before === undefined || (before === BOUNDARY && after === undefined)) continue
      this.patch(id).move = before === BOUNDARY ? { before: after } : { after: before }
      this.lists.moved.push(id)
      for (const item of own) item.inPlace = true
      this.relearn(own)
    }
  }

  /** Section of the nearest line that stands in its place; the boundary has its own name. */
  neighbour(index, step) {
    for (let at = index + step; at >= 0 && at < this.items.length; at += step) {
      const { inPlace, element, template } = this.items[at]
      if (inPlace) return template === BOUNDARY ? BOUNDARY : this.sectionOf(element)
    }
    return undefined
  }

  /** The tool list's lines are texts, but they stand in a section. */
  sectionOf({ section }) {
    return section === 'texts' ? 'tooling' : section
  }

  relearn(items) {
    for (const { element } of items.filter((item) => !item.element.raw)) {
      const texts = this.recovered.get(`${element.section}.${element.key}`)
      for (const [name, text] of texts ?? []) this.put(element.section, name, text)
    }
  }

  /** Inserts what is still without a place, in their order. */
  placeOthers() {
    this.items.forEach((item, index) => {
      if (item.inPlace || (item.element && item.element.raw)) {
        if (!item.inPlace) this.fail(item.template.slice(RAW.length), 'a computed line stands elsewhere')
        return
      }
      const condition = this.conditionOf(item, index)
      const text = this.textOf(item)
      const name = item.element ? `${item.element.section}.${item.element.key}` : `line ${index}`
      if (condition === undefined) return this.fail(name, 'no condition fits the calls that show the line')
      if (text === undefined) return this.fail(name, 'the values in the line are not known')
      if (item.element) this.removeFromItsPlace(item.element)
      this.insert(item, index, condition, text)
    })
  }

  removeFromItsPlace({ section, key }) {
    const patch = this.patch(section)
    if (patch.drop) return
    if (key === HEADING) patch.heading = ''
    else patch.line[key] = { drop: true }
    const left = this.observed.ours.some(
      (element) => element.section === section && this.itemOf(this.pairs.get(element))?.inPlace,
    )
    if (!left) this.patches.set(section, { drop: true })
  }

  textOf({ element, entry }) {
    if (element) {
      const texts = this.recovered.get(`${element.section}.${element.key}`)
      // A fragment belongs to its section and cannot follow the line.
      return texts?.length === 1 ? texts[0][1] : undefined
    }
    let text = doubleBraces(entry.text)
    for (const { parts } of this.observed.ours) {
      for (const [slot, { value }] of Object.entries(parts)) {
        if (value !== undefined) text = text.replaceAll(value, `{${slot}}`)
      }
    }
    return text.search(TOKEN) === -1 ? text : undefined
  }

  insert(item, index, condition, text) {
    const key = item.element ? `adopted_${item.element.key}`.replace(HEADING, 'heading') : `adopted_${index}`
    for (const [step, how] of [
      [-1, 'after'],
      [1, 'before'],
    ]) {
      const at = this.anchor(index, step)
      if (at === undefined) continue
      const outer = this.changed.get(at.section) ?? this.sections.get(at.section).when
      if (!this.conditions.implies(condition, outer)) continue
      const when = condition.filter((entry) => !outer.includes(entry))
      ;(this.patch(at.section).insert ??= []).push({ key, [how]: at.key, when, text })
      item.placed = { section: at.section, key }
      this.lists.inserted.push(`${at.section}.${key}`)
      return
    }
    this.fail(item.element ? `${item.element.section}.${item.element.key}` : `line ${index}`, 'the line has no place')
  }

  /** The nearest line that an inserted one can stand beside. */
  anchor(index, step) {
    for (let at = index + step; at >= 0 && at < this.items.length; at += step) {
      const { inPlace, placed, element, template } = this.items[at]
      if (placed) return placed
      if (!inPlace) continue
      if (template === BOUNDARY) return undefined
      const section = this.sectionOf(element)
      if (element.section === 'texts') return { section, key: 'tool_list' }
      // Nothing stands beside a heading: the line goes in front of the next one.
      return element.key === HEADING ? undefined : { section, key: element.key }
    }
    return undefined
  }

  // ---- conditions

  /** The one condition that holds in just the probes that show the line. */
  conditionOf({ entry, element }, index) {
    if (element && element.probes === entry.probes) return this.conditions.of(element)
    const near = [this.items[index - 1], this.items[index + 1]]
      .filter((item) => item?.element !== undefined && item.element.section !== 'texts')
      .map((item) => this.conditions.of(item.element))
    const fits = (when) => this.conditions.probes(when) === entry.probes
    const candidates = [...near, ...this.allConditions()]
    const found = candidates.find(fits)
    if (found) return found
    const narrower = new Map()
    for (const when of candidates) {
      if ((this.conditions.probes(when) & entry.probes) !== entry.probes) continue
      for (const variant of this.conditions.variants(when)) {
        if (fits(variant)) narrower.set([...variant].sort().join(), variant)
      }
    }
    if (narrower.size > 1) return undefined
    return narrower.size === 1 ? [...narrower.values()][0] : this.conditions.infer(entry.probes)
  }

  allConditions() {
    const elements = this.observed.ours.filter(({ section }) => this.sections.has(section))
    return elements.map((element) => this.conditions.of(element))
  }

  // ---- results

  itemOf(entry) {
    return entry && this.itemsByTemplate.get(entry.template)
  }

  patch(section) {
    if (!this.patches.has(section)) this.patches.set(section, { line: {} })
    return this.patches.get(section)
  }

  fail(key, problem) {
    this.lists.unexplained.push({ key, problem })
  }

  result() {
    const section = {}
    for (const [id, patch] of this.patches) {
      const { line, ...others } = patch
      const entry = line && Object.keys(line).length > 0 ? { ...others, line } : others
      if (Object.keys(entry).length > 0) section[id] = entry
    }
    const unprotect = PROTECTED.filter((id) => section[id] !== undefined)
    return { overlay: { unprotect, texts: this.texts, section }, ...this.lists }
  }
}

/** Where an element stands in the definition: sections in order, heading first. */
function placesOf(definition) {
  const places = new Map()
  let next = 0
  definition.sections.forEach(({ id, placement, lines }, index) => {
    if (placement === 'dynamic' && definition.sections[index - 1]?.placement !== 'dynamic') {
      places.set('boundary.', (next += 1))
    }
    places.set(`${id}.${HEADING}`, (next += 1))
    for (const { key } of lines) places.set(`${id}.${key}`, (next += 1))
  })
  const toolList = places.get('tooling.tool_list')
  return ({ section, key }) => (section === 'texts' ? toolList : places.get(`${section}.${key}`))
}

module.exports = { compose }
