'use strict'

const { createHash } = require('node:crypto')
const { existsSync, readFileSync } = require('node:fs')
const os = require('node:os')
const { basename, join, resolve } = require('node:path')

const { InputError, UsageError } = require('../errors.js')
const { isObject, readText, writeFiles } = require('./files.js')

const PERSONALITIES = ['default', 'friendly', 'pragmatic']
const SLOT = '{{ personality }}'

/** The pinned prompt of a model, from `DIR/codex-model`; a stand-in where it was never synchronised. */
function readModelPrompt(dir, model, personality) {
  const { text: name, source } = fixtureNames(model, personality)
  const text = readText(dir, name)
  if (text === undefined) {
    const standIn = readText(join(__dirname, 'model'), 'stand-in.md')
    return { text: standIn, note: `A stand-in: there is no \`${name}\`.` }
  }
  let known
  try {
    known = JSON.parse(readText(dir, source) ?? '')
  } catch {
    throw new InputError(`${join(dir, source)} is missing or not JSON; run "clawprompt snapshots sync-codex-model" again`)
  }
  if (known.sha256 !== sha256(text) || known.model !== model) {
    throw new InputError(`${join(dir, name)} is not the text that ${basename(source)} describes; run "clawprompt snapshots sync-codex-model" again`)
  }
  return { text, note: `Pinned for \`${model}\`, personality \`${personality}\`, from \`${known.source?.catalogPath}\`.` }
}

/** Takes a model's prompt out of Codex's catalog into the fixture; returns what to say. Fails before it writes. */
function syncModel({ dir, catalog, model, personality, 'source-label': label, 'catalog-git-head': gitHead }) {
  if (!PERSONALITIES.includes(personality)) {
    throw new UsageError(`--personality is one of ${PERSONALITIES.join(', ')}; not "${personality}"`)
  }
  if (!/^[\w.:-]+$/.test(model)) throw new UsageError('--model is an id of letters, digits and . : _ -')
  const candidates = candidatesOf(process.env)
  const found = catalog === undefined ? candidates.find(({ path }) => existsSync(path)) : chosen(catalog, candidates)
  if (found === undefined) {
    return ['no Codex catalog found; looked at', ...candidates.map(({ path }) => `  ${path}`), 'nothing was changed']
  }
  const { text, field } = instructionsOf(readCatalog(found.path), { model, personality, path: found.path })
  const names = fixtureNames(model, personality)
  const source = { catalogPath: label ?? found.label, catalogKind: kindOf(found.path), catalogGitHead: gitHead, field }
  const about = `${JSON.stringify({ model, personality, sha256: sha256(text), source }, null, 2)}\n`
  const known = readText(dir, names.text)
  if (known === text && readText(dir, names.source) === about) return [`${names.text} is up to date with ${found.path}`]
  if (known !== undefined && !describes(readText(dir, names.source), model)) {
    throw new InputError(`${join(dir, names.text)} is not what sync-codex-model wrote for ${model}; move it out of the way`)
  }
  writeFiles(dir, { [names.text]: text, [names.source]: about })
  return [`wrote ${names.text} from ${found.path}`, `wrote ${names.source}`]
}

/** Whether a source file is of this model: then the text beside it is of an earlier synchronisation. */
function describes(source, model) {
  try {
    return JSON.parse(source ?? '').model === model
  } catch {
    return false
  }
}

/** Where Codex keeps its catalog, in the order to look; labels say so without a path of this machine. */
function candidatesOf({ CODEX_HOME = '' }) {
  const home = join(os.homedir(), '.codex')
  const codexHome = CODEX_HOME.trim() === '' ? home : resolve(CODEX_HOME.trim())
  const homes = [...new Set([codexHome, home])]
  return [
    ...homes.map((folder) => ({ path: join(folder, 'models_cache.json'), label: '<codex-home>/models_cache.json' })),
    {
      path: join(os.homedir(), 'code/codex/codex-rs/models-manager/models.json'),
      label: '<codex-checkout>/codex-rs/models-manager/models.json',
    },
  ]
}

function chosen(catalog, candidates) {
  const path = resolve(catalog)
  return candidates.find((candidate) => candidate.path === path) ?? { path, label: basename(path) }
}

function kindOf(path) {
  return { 'models_cache.json': 'models_cache', 'models.json': 'checked_in_catalog' }[basename(path)] ?? 'unknown'
}

function readCatalog(path) {
  let catalog
  try {
    catalog = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)))
  } catch (error) {
    const isContent = error instanceof SyntaxError || error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw new InputError(`cannot read ${path}: ${isContent ? 'it is not JSON in UTF-8' : error.code}`)
  }
  const { models } = isObject(catalog) ? catalog : {}
  if (!Array.isArray(models)) throw new InputError(`${path} is no Codex catalog: it has no array "models"`)
  const wrong = models.findIndex((entry) => typeof entry?.slug !== 'string')
  if (wrong >= 0) throw new InputError(`${path}: models[${wrong}] has no text "slug"`)
  return models
}

/** The instructions of a model: its template with the personality filled in, else its base instructions. */
function instructionsOf(models, { model, personality, path }) {
  const entry = models.find(({ slug }) => slug === model)
  if (entry === undefined) {
    throw new InputError(`${path} has no model "${model}"; it has ${models.map(({ slug }) => slug).join(', ') || 'none'}`)
  }
  const { instructions_template: template, instructions_variables: variables } = entry.model_messages ?? {}
  if (isText(template)) {
    const value = variables?.[`personality_${personality}`]
    const text = template.replaceAll(SLOT, () => (typeof value === 'string' ? value : ''))
    return { text: withFinalNewline(text), field: 'model_messages.instructions_template' }
  }
  if (isText(entry.base_instructions)) return { text: withFinalNewline(entry.base_instructions), field: 'base_instructions' }
  throw new InputError(`${path}: model "${model}" has neither model_messages.instructions_template nor base_instructions`)
}

function isText(value) {
  return typeof value === 'string' && value.trim() !== ''
}

/** As the file holds it: LF line ends, the last line ended. */
function withFinalNewline(text) {
  const lines = text.replaceAll('\r\n', '\n').toWellFormed?.() ?? text.replaceAll('\r\n', '\n')
  return lines.endsWith('\n') ? lines : `${lines}\n`
}

function fixtureNames(model, personality) {
  const name = `codex-model/${model.replaceAll(':', '_')}.${personality}`
  return { text: `${name}.instructions.md`, source: `${name}.source.json` }
}

function sha256(text) {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

module.exports = { readModelPrompt, syncModel }
