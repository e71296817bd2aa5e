'use strict'

// An installed gateway: where it is, and its prompt builder.

const { existsSync, readFileSync, readdirSync, realpathSync } = require('node:fs')
const module_ = require('node:module')
const { delimiter, dirname, join } = require('node:path')
const { pathToFileURL } = require('node:url')

const { captured } = require('./capture.js')
const { KNOWN_VERSIONS, isTarget, redirected } = require('./loading.js')

const CAPTURE = pathToFileURL(join(__dirname, 'capture.js')).href

/** The package in this directory, when it is a gateway: its version and whether this package knows it. */
function gatewayIn(root) {
  try {
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return name === 'openclaw' ? { root, version, known: KNOWN_VERSIONS.includes(version) } : undefined
  } catch {
    return undefined
  }
}

/** The gateway that `openclaw` on PATH belongs to. */
function gatewayOnPath(env = process.env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const command = join(folder, 'openclaw')
    if (folder === '' || !existsSync(command)) continue
    const gateway = gatewayIn(dirname(realpathSync(command)))
    if (gateway) return gateway
  }
  return undefined
}

/**
 * Loads the prompt builder of an installed gateway; its other functions stay as they are.
 *
 * @param {string} root folder of the package
 * @returns {Promise<{builder: Function, deliverableChannels: string[], heartbeatPrompt?: string,
 *   bootstrap?: Function, notice?: Function, skills?: object}>} options of `adoptPromptWording`, and the builder
 * @throws when Node cannot hook into loading, or the gateway has no such builder
 */
async function loadGatewayBuilder(root) {
  if (typeof module_.registerHooks !== 'function') {
    throw new Error(`Node ${process.version} cannot look into the gateway; use Node 22.15, 23.5 or newer`)
  }
  const hooks = module_.registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      return redirected(url, loaded, CAPTURE) ?? loaded
    },
  })
  try {
    const dist = join(realpathSync(root), 'dist')
    for (const name of readdirSync(dist)) {
      const file = join(dist, name)
      // Importing any other bundle might start something.
      if (isTarget(name, () => readFileSync(file, 'utf8'))) await import(pathToFileURL(file).href)
    }
  } finally {
    hooks.deregister()
  }
  if (captured.prompt === undefined) throw new Error('the gateway has no prompt builder that this package knows')
  const { original, host } = captured.prompt
  const { bootstrap, notice, skills, heartbeat } = captured
  // Plugins would add memory lines that no parameter tells of; they are the host's words, not the builder's.
  const builder = (params) => original({ ...params, includeMemorySection: false })
  return { builder, deliverableChannels: host.channels(), heartbeatPrompt: heartbeat?.(), bootstrap, notice, skills }
}

module.exports = { gatewayIn, gatewayOnPath, loadGatewayBuilder }
