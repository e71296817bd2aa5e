'use strict'

// Our side of the gateway's functions that write the list of skills and hash a skill's text.

const { firstDifference } = require('./compare.js')
const { learnSkillTexts } = require('./skill-texts.js')

/** A function whose text is the same as the gateway's or is not: nothing in it differs on purpose. */
class TextTwin {
  /** @param {string} section what a report calls the text */
  constructor(section) {
    this.section = section
  }

  same(ours, theirs) {
    return ours === theirs
  }

  intended() {
    return false
  }

  explained() {
    return false
  }

  locate(args, theirs) {
    const ours = this.call(args)
    return { section: this.section, offset: firstDifference(ours, theirs), ours: ours.length, theirs: theirs.length }
  }
}

class SkillsTwin extends TextTwin {
  /**
   * @param {'full' | 'compact'} layout
   * @param {import('../index.js').PromptBuilder} [builder] with the sentences, when they are learned already
   */
  constructor(layout, builder) {
    super('skills')
    this.name = layout === 'full' ? 'skills' : 'skills-compact'
    this.layout = layout
    this.builder = builder
  }

  /** Learns the lines above the list. Throws when they are not understood. */
  prepare(original) {
    const { PromptBuilder } = require('../load.js')
    const { texts, unexplained } = learnSkillTexts(original)
    const [first] = unexplained
    if (first) throw new Error(`${first.key}: ${first.problem}`)
    // The compact list has the same lines but the second.
    if (this.layout === 'compact') texts['skills.load_by_name'] = texts['skills.load_by_description']
    this.builder = new PromptBuilder({ overlays: [{ texts }] })
  }

  call([skills]) {
    const { layout, builder } = this
    return require('../load.js').formatSkillsForPrompt(skills, { layout, builder })
  }

  shape([skills]) {
    return JSON.stringify([skills.length > 0, skills.every(({ promptVersion }) => promptVersion !== undefined)])
  }
}

class VersionsTwin extends TextTwin {
  constructor() {
    super('version')
    this.name = 'versions'
  }

  prepare() {
    this.hash = require('../load.js').computeSkillPromptVersion
  }

  call([content]) {
    return this.hash(content)
  }

  shape([content]) {
    return typeof content
  }
}

module.exports = { SkillsTwin, VersionsTwin }
