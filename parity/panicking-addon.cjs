'use strict'

// Stands in for an addon whose renderer panics: the real one, but every prompt after the adoption throws what napi
// makes of a panic. Chosen with NAPI_RS_NATIVE_LIBRARY_PATH; the folder of the real one is in CLAWPROMPT_STAND_IN.

const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const folder = process.env.CLAWPROMPT_STAND_IN
const addon = require(join(folder, readdirSync(folder).find((name) => name.endsWith('.node'))))

class PromptBuilder extends addon.PromptBuilder {
  build(params) {
    // The probes of the adoption carry values of their own.
    if (/^(zq\d+workspace|\/)$/.test(params.workspaceDir)) return super.build(params)
    throw Object.assign(new Error('a panic'), { code: 'GenericFailure' })
  }
}

module.exports = { ...addon, PromptBuilder }
