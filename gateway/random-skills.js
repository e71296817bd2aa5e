'use strict'

// Random lists of skills, for the proof of their format.

const { randomSource } = require('./random-text.js')

/**
 * @param {number} seed 32-bit integer
 * @returns {object[]} argument of `formatSkillsForPrompt`
 */
function randomSkills(seed) {
  const random = randomSource(seed)
  return random.list(random.pick([1, 3, 40]), () => ({
    name: random.text(),
    description: random.chance(0.8) ? random.text() : random.text().repeat(50),
    filePath: `/ws/skills/${random.text()}/SKILL.md`,
    baseDir: '/ws/skills/x',
    ...(random.chance(0.8) ? { promptVersion: `sha256:${String(random.below(1e9)).padStart(16, '0')}` } : {}),
  }))
}

module.exports = { randomSkills }
