'use strict'

const { RENDER_OPTIONS, builder, paramsFor, parse } = require('./options.js')
const { dim, green, table } = require('./table.js')

/** `clawprompt explain [DIR]`: prints for each line whether it is in the prompt, and what decided. */
function run(args) {
  const options = { ...RENDER_OPTIONS, json: { type: 'boolean' } }
  const { values, positionals } = parse(args, options, { min: 0, max: 1, what: 'one directory' })
  const lines = builder(values.overlay).explain(paramsFor(positionals[0], values))
  if (values.json) {
    process.stdout.write(`${JSON.stringify(lines, null, 2)}\n`)
    return
  }
  const rows = lines.map((line) => [
    `${line.section}.${line.key}`,
    line.shown ? 'shown' : 'left out',
    line.shown ? line.text.length : 0,
    line.decidedBy ?? '',
  ])
  const [heading, ...body] = table([['line', 'state', 'units', 'decided by'], ...rows])
  const paint = (text, index) => (lines[index].shown ? green(text) : dim(text))
  process.stdout.write(`${[heading, ...body.map(paint)].join('\n')}\n`)
}

module.exports = { run }
