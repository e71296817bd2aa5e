'use strict'

const { RENDER_OPTIONS, builder, paramsFor, parse } = require('./options.js')
const { table } = require('./table.js')

/** `clawprompt render [DIR]`: prints the prompt of a workspace, or with `--config` that of a run. */
function run(args) {
  const options = { ...RENDER_OPTIONS, json: { type: 'boolean' }, map: { type: 'boolean' } }
  const { values, positionals } = parse(args, options, { min: 0, max: 1, what: 'one directory' })
  const rendered = builder(values.overlay).render(paramsFor(positionals[0], values))
  if (values.json) {
    process.stdout.write(`${JSON.stringify(rendered, null, 2)}\n`)
  } else if (values.map) {
    process.stdout.write(`${map(rendered)}\n`)
  } else {
    process.stdout.write(`${rendered.text}\n`)
  }
}

function map({ text, sections }) {
  const rows = sections.map((section) => [
    section.id,
    section.placement,
    section.source,
    section.start,
    section.length,
    section.sha256.slice(0, 12),
  ])
  const lines = table([['section', 'placement', 'source', 'start', 'length', 'sha256'], ...rows])
  return [...lines, `${text.length} UTF-16 code units`].join('\n')
}

module.exports = { run }
