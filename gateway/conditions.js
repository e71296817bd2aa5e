'use strict'

// Which probes a condition of the definition holds in, and conditions that differ from ours by one entry.

/** Probes that must show a line, and that must not, before a condition is guessed from them. */
const ENOUGH = 8

function count(probes) {
  return probes.toString(2).replaceAll('0', '').length
}

/** Rank of an entry among those that say the same: what is there before what is not. */
function plainness(entry) {
  if (entry.startsWith('!')) return 3
  if (entry.startsWith('may:')) return 2
  return /^(tool|channel|cap):/.test(entry) ? 0 : 1
}

class Conditions {
  /**
   * @param {import('../index.js').PromptDefinition} definition
   * @param {object} observed from `observe`
   */
  constructor(definition, { facts, all }) {
    this.sections = new Map(definition.sections.map((section) => [section.id, section]))
    Object.assign(this, { facts, all })
  }

  /** The probes in which a `when` list holds, as a bit mask. */
  probes(when) {
    return when.reduce((probes, entry) => {
      const holds = this.facts.get(entry.replace('!', ''))
      return probes & (entry.startsWith('!') ? ~holds : holds)
    }, this.all)
  }

  /** The whole condition of an element: its section's and its own. */
  of({ section, key }) {
    const { when = [] } = this.sections.get(section) ?? {}
    return [...new Set([...when, ...this.own({ section, key })])]
  }

  /** What the line itself asks, given that its section shows. */
  own({ section, key }) {
    const { lines = [] } = this.sections.get(section) ?? {}
    return lines.find((line) => line.key === key)?.when ?? []
  }

  /** Whether the probes in which `when` holds are among those of `outer`. */
  implies(when, outer) {
    const probes = this.probes(when)
    return (this.probes(outer) & probes) === probes
  }

  /**
   * A condition that holds in just these probes, and of which every entry is needed.
   *
   * Where several would do, such as a tool's presence or its permission in a list, the plainer one is taken; only
   * other calls can tell them apart. Too few probes make no condition.
   */
  infer(probes) {
    if (count(probes) < ENOUGH || count(this.all & ~probes) < ENOUGH) return undefined
    const holding = [...this.facts.keys()]
      .flatMap((fact) => [fact, `!${fact}`])
      .map((entry) => ({ entry, probes: this.probes([entry]) }))
      .filter((candidate) => (candidate.probes & probes) === probes && candidate.probes !== this.all)
      .sort((a, b) => plainness(a.entry) - plainness(b.entry))
    const together = (candidates) => candidates.reduce((rest, candidate) => rest & candidate.probes, this.all)
    let needed = holding
    for (const candidate of [...holding].reverse()) {
      const others = needed.filter((other) => other !== candidate)
      if (together(others) === probes) needed = others
    }
    return together(needed) === probes ? needed.map(({ entry }) => entry) : undefined
  }

  /** Conditions with one entry less, then those with one more. */
  *variants(when) {
    for (const entry of when) yield when.filter((other) => other !== entry)
    for (const fact of this.facts.keys()) {
      if (when.includes(fact) || when.includes(`!${fact}`)) continue
      yield [...when, fact]
      yield [...when, `!${fact}`]
    }
  }
}

/**
 * Pairs what is left over under another condition than ours: whole sections first, then single lines.
 *
 * A change is found only when one alone fits; with more, other probes must tell them apart.
 *
 * @param {Conditions} conditions
 * @param {object} observed from `observe`
 * @param {Map<object, object>} pairs from `match`; grows
 * @returns {Map<string, string[]>} the changed `when` lists, by section or `section.key`
 */
function recondition(conditions, { ours, theirs }, pairs) {
  const changed = new Map()
  const paired = new Set(pairs.values())
  const free = new Map()
  for (const entry of theirs.values()) {
    if (entry.raw || paired.has(entry)) continue
    const name = groupName(entry.probes, entry.tokens)
    free.set(name, [...(free.get(name) ?? []), entry])
  }
  /** The free entries for elements whose condition is `whenOf`; absent when they do not come out even. */
  const partners = (elements, whenOf) => {
    const found = []
    const used = new Map()
    for (const element of elements) {
      const probes = conditions.probes(whenOf(element))
      if (probes === element.probes || probes === 0n) return undefined
      const name = groupName(probes, element.tokens)
      const index = used.get(name) ?? 0
      const entry = free.get(name)?.[index]
      if (entry === undefined) return undefined
      used.set(name, index + 1)
      found.push(entry)
    }
    return [...used].every(([name, count]) => free.get(name).length === count) ? found : undefined
  }
  const attempt = (name, elements, when, whenWith) => {
    const fits = []
    for (const variant of conditions.variants(when)) {
      const found = partners(elements, whenWith(variant))
      if (found) fits.push({ variant, found })
    }
    if (fits.length !== 1) return
    const [{ variant, found }] = fits
    elements.forEach((element, index) => {
      pairs.set(element, found[index])
      free.delete(groupName(found[index].probes, found[index].tokens))
    })
    changed.set(name, variant)
  }
  const isPlain = ({ parts }) => Object.values(parts).every((part) => part.value !== undefined)
  for (const { id, when } of conditions.sections.values()) {
    const elements = ours.filter((element) => element.section === id && !element.raw)
    if (elements.length === 0 || !elements.every(isPlain)) continue
    if (elements.some((element) => pairs.has(element))) continue
    attempt(id, elements, when, (variant) => (element) => [...variant, ...conditions.own(element)])
  }
  for (const element of ours) {
    const { section, key } = element
    if (element.raw || pairs.has(element) || !isPlain(element) || !conditions.sections.has(section)) continue
    const own = conditions.own(element)
    const outer = changed.get(section) ?? conditions.sections.get(section).when
    attempt(`${section}.${key}`, [element], own, (variant) => () => [...outer, ...variant])
  }
  return changed
}

function groupName(probes, tokens) {
  return `${probes} ${tokens.join()}`
}

module.exports = { Conditions, recondition }
