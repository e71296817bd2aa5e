'use strict'

const { writeFileSync } = require('node:fs')
const { extname } = require('node:path')

const { formatContextReport } = require('../load.js')
const { InputError, UsageError } = require('./errors.js')
const { RENDER_OPTIONS, parse } = require('./options.js')
const { TOKEN_OPTIONS, account } = require('./report.js')

const VIEWS = ['list', 'detail', 'json', 'size', 'map']

/** `clawprompt context [DIR] [VIEW]`: shows what is in the prompt of a workspace. */
async function run(args) {
  const options = { ...RENDER_OPTIONS, ...TOKEN_OPTIONS, output: { type: 'string', short: 'o' } }
  const { values, positionals } = parse(args, options, { min: 0, max: 2, what: 'a directory and a view' })
  const { directory, view } = read(positionals, values)
  if (view === 'map') {
    await writeMap(account(directory, values).report, values.output)
    return
  }
  if (values.output !== undefined) throw new UsageError('-o is for the view "map"')
  const shown = formatContextReport(account(directory, values).report, view)
  process.stdout.write(shown === '' ? 'All workspace files fit with room to spare.\n' : `${shown}\n`)
}

/** Directory and view; a lone name of a view is the view of the current directory, or of the config's agent. */
function read(positionals, { config }) {
  const here = config === undefined ? '.' : undefined
  const [first = here, second] = positionals
  if (second === undefined && VIEWS.includes(first)) return { directory: here, view: first }
  const view = second ?? 'list'
  if (!VIEWS.includes(view)) {
    throw new UsageError(`there is no view "${view}"; the views are ${VIEWS.join(', ')}`)
  }
  return { directory: first, view }
}

async function writeMap(report, file) {
  const { svgOf } = require('./svg.js')
  const svg = await svgOf(report)
  if (file === undefined) {
    process.stdout.write(svg)
    return
  }
  const type = extname(file).toLowerCase()
  if (type !== '.svg' && type !== '.png') {
    throw new UsageError(`-o must name a .svg or .png file, not "${file}"`)
  }
  write(file, type === '.svg' ? svg : await png(svg))
}

/** The picture as PNG, by the library that is installed for it. */
async function png(svg) {
  let sharp
  try {
    sharp = require('sharp')
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    throw new InputError('a PNG needs the package sharp; run "npm install sharp", or write an SVG')
  }
  return sharp(Buffer.from(svg)).png().toBuffer()
}

function write(file, content) {
  try {
    writeFileSync(file, content)
  } catch (error) {
    throw new InputError(`cannot write ${file}: ${error.code}`)
  }
}

module.exports = { run, write }
