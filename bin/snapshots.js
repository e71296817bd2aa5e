'use strict'

const { InputError, UsageError } = require('./errors.js')
const { parse } = require('./options.js')
const { differences, sizeFault } = require('./snapshots/compare.js')
const { isOurs, readText, removeFile, snapshotFiles, writeFiles } = require('./snapshots/files.js')
const { renderAll } = require('./snapshots/render.js')
const { syncModel } = require('./snapshots/model.js')

const OPTIONS = { dir: { type: 'string', default: 'prompt-snapshots' } }
const RENDER_OPTIONS = { ...OPTIONS, overlay: { type: 'string', multiple: true }, builder: { type: 'string' } }
const SYNC_OPTIONS = {
  ...OPTIONS,
  catalog: { type: 'string' },
  model: { type: 'string', default: 'gpt-5.5' },
  personality: { type: 'string', default: 'pragmatic' },
  'source-label': { type: 'string' },
  'catalog-git-head': { type: 'string' },
}

const ACTIONS = {
  gen: { run: generate, options: RENDER_OPTIONS },
  check: { run: check, options: RENDER_OPTIONS },
  'sync-codex-model': { run: sync, options: SYNC_OPTIONS },
}

/** `clawprompt snapshots gen|check|sync-codex-model`: prompts of known scenarios as files under review. */
async function run([name, ...rest]) {
  if (!Object.hasOwn(ACTIONS, name ?? '')) throw new UsageError(`expected one of ${Object.keys(ACTIONS).join(', ')}`)
  const action = ACTIONS[name]
  const { values } = parse(rest, action.options, { min: 0, max: 0, what: 'options only' })
  await action.run(values)
}

/** Writes what changed, and removes what no scenario renders any more. */
async function generate(values) {
  const { dir } = values
  const snapshots = await renderAll(values)
  const files = new Map(snapshots.flatMap(({ files }) => Object.entries(files)))
  const foreign = [...files.keys()].find((name) => isForeign(dir, name))
  if (foreign) throw new InputError(`${dir}/${foreign} was not written by clawprompt snapshots; move it out of the way`)
  const count = { written: 0, removed: 0, unchanged: 0 }
  for (const [name, text] of files) {
    if (readText(dir, name) === text) {
      count.unchanged += 1
      continue
    }
    writeFiles(dir, { [name]: text })
    count.written += 1
    say(`wrote ${name}`)
  }
  for (const name of snapshotFiles(dir)) {
    if (files.has(name)) continue
    removeFile(dir, name)
    count.removed += 1
    say(`removed ${name}`)
  }
  for (const fault of snapshots.map(sizeFault).filter(Boolean)) process.stderr.write(`clawprompt: warning: ${fault}\n`)
  say(`${snapshots.length} scenarios: ${count.written} files written, ${count.removed} removed, ${count.unchanged} unchanged`)
}

function isForeign(dir, name) {
  const text = readText(dir, name)
  return text !== undefined && !isOurs(name, text)
}

/** Compares the committed files with what the scenarios render now; writes nothing. */
async function check(values) {
  const { dir } = values
  const snapshots = await renderAll(values)
  const faults = []
  for (const snapshot of snapshots) {
    for (const [name, text] of Object.entries(snapshot.files)) {
      faults.push(...differences(snapshot.id, name, readText(dir, name), text))
    }
    faults.push(...[sizeFault(snapshot)].filter(Boolean))
  }
  const known = new Set(snapshots.flatMap(({ files }) => Object.keys(files)))
  const stale = snapshotFiles(dir).filter((name) => !known.has(name))
  faults.push(...stale.map((name) => `${name}: stale, no scenario renders it`))
  if (faults.length === 0) {
    say(`${snapshots.length} scenarios: all snapshots match`)
    return
  }
  process.stderr.write(`${faults.join('\n')}\n`)
  throw new InputError(`the snapshots in ${dir} do not match; look at each difference, then run "clawprompt snapshots gen"`)
}

function sync(values) {
  for (const line of syncModel(values)) say(line)
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

module.exports = { run }
