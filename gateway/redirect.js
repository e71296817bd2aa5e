'use strict'

// Called from inside the gateway's modules as they load; see loading.js.

const { BootstrapTwin } = require('./bootstrap-twin.js')
const { Guard } = require('./guard.js')
const { PromptTwin } = require('./prompt-twin.js')
const { Reporter } = require('./report.js')
const { settingsFrom } = require('./settings.js')
const { SkillsTwin, VersionsTwin } = require('./skills-twin.js')

const { modes, sample } = settingsFrom(process.env)
const guards = {}
let running
let reporter
let heartbeatPrompt

/** Notes which gateway this is. */
function gateway({ version, root }) {
  running = { version, root }
}

/** Takes the gateway's default heartbeat instruction, a function. */
function heartbeat(resolve) {
  heartbeatPrompt = resolve
}

/** Puts our builder in front of the gateway's. */
function prompt(original, host) {
  return guarded(original, new PromptTwin(host, () => heartbeatPrompt?.()))
}

/** Puts our cut of workspace files in front of the gateway's. */
function bootstrap(original) {
  return guarded(original, new BootstrapTwin())
}

/** Puts our list of skills in front of the gateway's. */
function skills(original, layout) {
  return guarded(original, new SkillsTwin(layout))
}

/** Puts our hash of a skill's text in front of the gateway's. */
function versions(original) {
  return guarded(original, new VersionsTwin())
}

/** These are wanted only by those who write texts down; see capture.js. */
function notice() {}
function skillsForRun() {}

function guarded(original, twin) {
  const mode = modes[twin.name.replace('-compact', '')]
  if (mode === 'off') return original
  reporter ??= new Reporter(report)
  guards[twin.name] = new Guard(twin, mode, sample, () => reporter.touch())
  return guards[twin.name].wrap(original)
}

function report() {
  const functions = Object.entries(guards).map(([name, guard]) => [name, guard.report()])
  return { gateway: running, node: process.version, functions: Object.fromEntries(functions) }
}

module.exports = { bootstrap, gateway, heartbeat, notice, prompt, report, skills, skillsForRun, versions }
