'use strict'

const { existsSync, watch } = require('node:fs')
const { dirname, join, resolve } = require('node:path')

const { lines } = require('./comparison.js')
const { InputError } = require('./errors.js')
const { RENDER_OPTIONS, builder, parse, runFor } = require('./options.js')
const { PRICE_OPTIONS, TOKEN_OPTIONS, counterFor, priceFor } = require('./report.js')
const { dim } = require('./table.js')

/** Editors write a file in several steps; a change counts when it has been quiet for so many milliseconds. */
const QUIET = 150

/** `clawprompt watch [DIR]`: renders again on every change, and says what changed and what it costs. */
function run(args) {
  const options = { ...RENDER_OPTIONS, ...TOKEN_OPTIONS, ...PRICE_OPTIONS }
  const { values, positionals } = parse(args, options, { min: 0, max: 1, what: 'one directory' })
  const [directory] = positionals
  const countTokens = counterFor(values)
  const comparing = { price: priceFor(values), countTokens }
  const counter = countTokens ? `counted by ${countTokens.name}` : undefined
  const prompts = builder(values.overlay)
  const render = () => {
    const { workspace, params } = runFor(directory, values)
    return { workspace, ...prompts.renderForSession('watch', params, comparing) }
  }

  const { workspace, prompt } = render()
  print([`Watching ${workspace.workspaceDir}: ${prompt.text.length.toLocaleString('en-US')} chars. Stop with Ctrl-C.`])
  const update = () => {
    try {
      const { change } = render()
      if (change) print(['', dim(new Date().toLocaleTimeString()), ...lines(change, counter)])
    } catch (error) {
      // A file that is gone or half written now may be whole after the next change.
      if (!(error instanceof InputError) && !String(error.code).startsWith('ERR_')) throw error
      process.stderr.write(`clawprompt: ${error.message}\n`)
    }
  }
  let timer
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(update, QUIET)
  }
  for (const folder of foldersOf(workspace, values)) watch(folder, soon)
  const skills = join(workspace.workspaceDir, 'skills')
  if (existsSync(skills)) watch(skills, { recursive: true }, soon)
}

/** Folders in which a change can change the prompt: that of the workspace, of its files, of the config. */
function foldersOf({ workspaceDir, context }, { config }) {
  const files = context.bootstrapFiles.map(({ path }) => path)
  if (config !== undefined) files.push(config)
  const folders = new Set([workspaceDir, ...files.map((file) => dirname(resolve(file)))])
  return [...folders].filter((folder) => existsSync(folder))
}

function print(text) {
  process.stdout.write(`${text.join('\n')}\n`)
}

module.exports = { run }
