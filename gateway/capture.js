'use strict'

// Stands where redirect.js does when the functions are only wanted, not replaced.

const captured = {}

function gateway(running) {
  captured.gateway = running
}

function heartbeat(resolve) {
  captured.heartbeat = resolve
}

function prompt(original, host) {
  captured.prompt = { original, host }
  return original
}

function bootstrap(original) {
  captured.bootstrap = original
  return original
}

function notice(build) {
  captured.notice = build
}

function skills(original, layout) {
  captured.skills = { ...captured.skills, [layout]: original }
  return original
}

function skillsForRun(resolve) {
  captured.skills = { ...captured.skills, forRun: resolve }
}

function versions(original) {
  return original
}

module.exports = { bootstrap, captured, gateway, heartbeat, notice, prompt, skills, skillsForRun, versions }
