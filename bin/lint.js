'use strict'

const { builder, parse } = require('./options.js')
const { table, yellow } = require('./table.js')

/** `clawprompt lint [OVERLAY...]`: checks the definition with overlays applied and lists what they change. */
function run(args) {
  const { positionals } = parse(args, {}, { min: 0, max: Infinity, what: 'overlay files' })
  const checked = builder(positionals)
  const changes = checked.describe().map((change) => [change.overlay, change.key, change.action])
  const lines = changes.length > 0 ? table([['overlay', 'what', 'change'], ...changes]) : []
  for (const key of checked.volatileLines()) {
    lines.push(yellow(`warning: ${key} stands above the cache boundary but depends on the turn`))
  }
  lines.push(positionals.length > 0 ? `${positionals.length} overlays: ok` : 'prompt definition: ok')
  process.stdout.write(`${lines.join('\n')}\n`)
}

module.exports = { run }
