'use strict'

const { statSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join, resolve } = require('node:path')
const { pathToFileURL } = require('node:url')

const { adoptPromptWording } = require('../gateway/adopt.js')
const { gatewayIn, loadGatewayBuilder } = require('../gateway/installed.js')
const { InputError, UsageError } = require('./errors.js')
const { parse } = require('./options.js')

const OPTIONS = {
  builder: { type: 'string' },
  out: { type: 'string' },
  cases: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'boolean' },
}

/** Names that .gitignore keeps out of repositories. */
const IGNORED = /\.adopted\.(json|toml)$/

/** `clawprompt adopt --builder MODULE#EXPORT`: learns a builder's wording and proves it. */
async function run(args) {
  const { values } = parse(args, OPTIONS, { min: 0, max: 0, what: 'no arguments but options' })
  if (values.builder === undefined) throw new UsageError('--builder is missing')
  const cases = wholeNumber('cases', values.cases ?? '2000')
  const seed = wholeNumber('seed', values.seed ?? '0')
  const { builder, ...host } = await load(values.builder)
  const result = adopt(builder, { cases, seed, ...host })
  const written = result.ok && values.out !== undefined ? write(values.out, result.overlay) : undefined
  process.stdout.write(values.json ? json(result, written) : text(result, written))
  if (!result.ok) process.exitCode = 1
}

function wholeNumber(name, text) {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number`)
  return Number(text)
}

async function load(name) {
  const [module, exported] = name.split('#')
  const path = resolve(module)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() && gatewayIn(path)) {
    return await loadGatewayBuilder(path).catch((error) => {
      throw new InputError(`cannot load the gateway in ${module}: ${error.message}`)
    })
  }
  if (!exported) {
    const or = `the name of an export, as in ${module}#buildAgentSystemPrompt`
    throw new UsageError(`${module} is no installed gateway; --builder takes the folder of one, or ${or}`)
  }
  const loaded = await import(locate(module)).catch((error) => {
    throw new InputError(`cannot load ${module}: ${error.message}`)
  })
  const builder = loaded[exported] ?? loaded.default?.[exported]
  if (typeof builder !== 'function') throw new InputError(`${module} has no function "${exported}"`)
  return { builder }
}

/** A path, or a package as the current folder sees it. */
function locate(module) {
  if (statSync(resolve(module), { throwIfNoEntry: false })?.isFile()) return pathToFileURL(resolve(module)).href
  try {
    return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(module)).href
  } catch {
    throw new InputError(`there is no module ${module}`)
  }
}

function adopt(builder, options) {
  try {
    return adoptPromptWording(builder, options)
  } catch (error) {
    if (String(error.code).startsWith('ERR_')) throw error
    throw new InputError(`the builder failed: ${error.message}`)
  }
}

function write(file, overlay) {
  try {
    writeFileSync(file, `${JSON.stringify(overlay, null, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw new InputError(`cannot write ${file}: ${error.code}`)
  }
  return file
}

function json({ overlay: _, ...result }, written) {
  return `${JSON.stringify({ ...result, written }, null, 2)}\n`
}

function text(result, written) {
  const { learned, dropped, moved, inserted, reconditioned, unseen, unexplained, proof, bootstrapProof, skillsProof } =
    result
  const lines = [`learned      ${learned.length} texts from ${result.probes} calls`]
  const list = (label, names) => {
    if (names.length > 0) lines.push(`${label.padEnd(12)} ${names.join(', ')}`)
  }
  list('not there', dropped)
  list('moved', moved)
  list('inserted', inserted)
  list('condition', reconditioned)
  list('not seen', unseen)
  list(
    'unexplained',
    unexplained.map(({ key, problem }) => `${key} (${problem})`),
  )
  lines.push(...proofLines('prompts', proof))
  if (bootstrapProof) lines.push(...proofLines('file sets', bootstrapProof))
  if (skillsProof) lines.push(...proofLines('skill lists', skillsProof))
  if (written) {
    lines.push(`written      ${written}`)
    if (!IGNORED.test(written))
      lines.push('             keep it out of repositories: the words are not yours to publish')
  } else if (!result.ok) lines.push('result       not everything matched; nothing was written')
  return `${lines.join('\n')}\n`
}

function proofLines(what, { cases, equal, intended, difference }) {
  const lines = [`proof        ${cases} random ${what}: ${equal} equal, ${intended} differ only on purpose`]
  if (difference) {
    const { section, offset, seed, params } = difference
    lines.push(`difference   seed ${seed}: ${section || 'unknown section'}, code unit ${offset}`)
    if (params) lines.push(`             ${JSON.stringify(params)}`)
  }
  return lines
}

module.exports = { run }
