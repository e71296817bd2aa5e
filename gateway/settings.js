'use strict'

// What the environment says, and the one way in which the hook speaks up.

const fs = require('node:fs')

const MODES = ['shadow', 'native', 'off']

/** What can be redirected, with the variable that sets its mode. */
const SWITCHES = {
  prompt: 'CLAWPROMPT_PROMPT_MODE',
  bootstrap: 'CLAWPROMPT_BOOTSTRAP_MODE',
  skills: 'CLAWPROMPT_SKILLS_MODE',
  versions: 'CLAWPROMPT_VERSIONS_MODE',
}

/** One in so many served prompts is compared with the original's. */
const SAMPLE = 100

/**
 * @param {Record<string, string | undefined>} env
 * @returns {{modes: Record<string, string>, sample: number, isOff: boolean, problem?: string}} `problem` names a
 *   variable that has no valid value; then nothing is redirected
 */
function settingsFrom(env) {
  const general = env.CLAWPROMPT_MODE || 'shadow'
  const modes = {}
  const values = { CLAWPROMPT_MODE: general }
  for (const [name, variable] of Object.entries(SWITCHES)) {
    modes[name] = values[variable] = env[variable] || general
  }
  const sample = env.CLAWPROMPT_SAMPLE === undefined ? SAMPLE : Number(env.CLAWPROMPT_SAMPLE)
  const wrong = Object.entries(values).find(([, value]) => !MODES.includes(value))
  let problem
  if (wrong) problem = `${wrong[0]} must be one of ${MODES.join(', ')}`
  else if (!Number.isInteger(sample) || sample < 1) problem = 'CLAWPROMPT_SAMPLE must be a whole number from 1'
  return { modes, sample, isOff: Object.values(modes).every((mode) => mode === 'off'), problem }
}

/** Writes one line of JSON to standard error. No content of a prompt ever stands in it. */
function say(event, details) {
  try {
    // Not through the stream, whose failure would reach the gateway as an event that ends it.
    fs.writeSync(2, `${JSON.stringify({ clawprompt: event, ...details })}\n`)
  } catch {
    // A standard error that is closed or full hears nothing.
  }
}

module.exports = { MODES, SWITCHES, say, settingsFrom }
