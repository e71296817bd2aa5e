'use strict'

// Learns the sentences around the list of skills: four lines of guidance above it, and a note when it did not fit.

const { template } = require('./bootstrap-texts.js')
const { doubleBraces } = require('./recover.js')

const SAMPLE = {
  name: 'zqone',
  description: 'zqdescription',
  filePath: '/zq/SKILL.md',
  baseDir: '/zq',
  promptVersion: 'sha256:0123456789abcdef',
  source: 'openclaw-workspace',
}

const GUIDANCE = ['purpose', 'load_by_description', 'read_again', 'relative_paths']

/**
 * @param {(skills: object[]) => string} full the builder's `formatSkillsForPrompt`
 * @param {((skills: object[]) => string) | undefined} compact its `formatSkillsCompact`
 * @param {((params: object) => string) | undefined} forRun its `resolveSkillsPromptForRun`
 * @returns {{texts: Record<string, string>, unexplained: object[]}}
 */
function learnSkillTexts(full, compact, forRun) {
  const texts = {}
  const unexplained = []
  const fail = (name) =>
    unexplained.push({ key: `texts.skills.${name}`, problem: 'the text is not where it should be' })
  const guide = (format, names) => {
    const lines = guidanceOf(format([SAMPLE]))
    for (const [name, index] of names) {
      if (lines.length === GUIDANCE.length) texts[`skills.${name}`] = doubleBraces(lines[index])
      else fail(name)
    }
  }
  guide(
    full,
    GUIDANCE.map((name, index) => [name, index]),
  )
  if (compact) guide(compact, [['load_by_name', 1]])
  if (forRun) {
    for (const [name, setting, values] of NOTES) {
      const text = template(noteOf(forRun, setting), values)
      if (Object.keys(values).every((value) => text.includes(`{${value}}`)) && text !== '')
        texts[`skills.${name}`] = text
      else fail(name)
    }
  }
  return { texts, unexplained }
}

/** The lines above the list. */
function guidanceOf(text) {
  const end = text.indexOf('\n\n<available_skills>')
  return text.startsWith('\n\n') && end !== -1 ? text.slice(2, end).split('\n') : []
}

/** Nineteen skills, so that neither count is a digit that a sentence might hold. */
const COUNT = 19
const SHOWN = 13

/** Each note, the limits and the length of descriptions that bring it about, and the numbers in it. */
const NOTES = [
  ['some', { limits: { maxSkillsInPrompt: SHOWN }, words: 1 }, { included: `${SHOWN}`, total: `${COUNT}` }],
  ['compact', { limits: { maxSkillsPromptChars: 5000 }, words: 400 }, {}],
  [
    'some_compact',
    { limits: { maxSkillsInPrompt: SHOWN, maxSkillsPromptChars: 4000 }, words: 400 },
    { included: `${SHOWN}`, total: `${COUNT}` },
  ],
]

function noteOf(forRun, { limits, words }) {
  const entries = Array.from({ length: COUNT }, (_, index) => {
    const name = `zq${String.fromCharCode(97 + index)}`
    return { skill: { ...SAMPLE, name, description: 'zq '.repeat(words) }, frontmatter: {} }
  })
  const config = { plugins: { enabled: false }, skills: { limits } }
  const text = forRun({ entries, config, workspaceDir: '/zq' })
  const end = text.indexOf('\n\n\n')
  return end === -1 ? '' : text.slice(0, end)
}

module.exports = { learnSkillTexts }
