'use strict'

// Our side of the gateway's functions that write the list of skills and hash a skill's text.

const { firstDifference } = require('./compare.js')
const { learnSkillTexts } = require('./skill-texts.js')

class SkillsTwin {
  /**
   * @param {'full' | 'compact'} layout
   * @param {import('../index.js').PromptBuilder} [builder] with the sentences, when they are learned already
   */
  constructor(layout, builder) {
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
    return { section: 'skills', offset: firstDifference(ours, theirs), ours: ours.length, theirs: theirs.length }
  }
}

class VersionsTwin {
  constructor() {
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
    return { section: 'version', offset: firstDifference(ours, theirs), ours: ours.length, theirs: theirs.length }
  }
}

module.exports = { SkillsTwin, VersionsTwin }
