'use strict'

const { resolve } = require('node:path')

const { buildWorkspaceSkillsPromptSync } = require('../load.js')

/** Options of the skills functions for a gateway's config, given by its path and content; none without one. */
function skillOptions({ config, configPath, agentId }) {
  if (configPath === undefined) return { agentId }
  // The gateway keeps its state beside the config that it runs with.
  const env = { ...process.env, OPENCLAW_CONFIG_PATH: resolve(configPath) }
  return { config, agentId, host: { env } }
}

/** The skills prompt of a workspace; absent where it has no skills. */
function skillsPrompt(workspaceDir, gateway = {}) {
  return buildWorkspaceSkillsPromptSync(workspaceDir, skillOptions(gateway)) || undefined
}

module.exports = { skillOptions, skillsPrompt }
