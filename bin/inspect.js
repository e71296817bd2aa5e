'use strict'

const { createHash } = require('node:crypto')
const { readFileSync, statSync } = require('node:fs')
const { dirname, join, resolve } = require('node:path')

const { compareRenderedPrompts } = require('../load.js')
const { write } = require('./context.js')
const { cutOf } = require('./cuts.js')
const { rows } = require('./files.js')
const { RENDER_OPTIONS, parse } = require('./options.js')
const { PRICE_OPTIONS, TOKEN_OPTIONS, account, counterFor, priceFor, readPrompt } = require('./report.js')

/** `clawprompt inspect DIR -o page.html`: writes a page that shows what is in the prompt. */
function run(args) {
  const options = {
    ...RENDER_OPTIONS,
    ...TOKEN_OPTIONS,
    ...PRICE_OPTIONS,
    output: { type: 'string', short: 'o' },
    compare: { type: 'string' },
  }
  const { values, positionals } = parse(args, options, { min: 0, max: 1, what: 'one directory' })
  const html = pageOf(dataOf(positionals[0], values))
  if (values.output === undefined) process.stdout.write(html)
  else write(values.output, html)
}

/** Everything that the page shows. */
function dataOf(directory, values) {
  const { prompt, lines, workspace, report } = account(directory, values)
  const isCut = new Set(report.injectedWorkspaceFiles.filter(({ truncated }) => truncated).map(({ path }) => path))
  const records = workspace.context.bootstrapFiles.filter(({ path }) => isCut.has(path))
  const raw = new Map(records.map(({ path, content }) => [path, content]))
  const cut = ({ kind, name }) => kind === 'file' && raw.has(name)
  const cuts = prompt.blocks.filter(cut).map((block) => cutOf(prompt, block, raw.get(block.name)))
  return {
    text: prompt.text,
    sections: prompt.sections.map(({ id, placement, source, start, end }) => ({ id, placement, source, start, end })),
    blocks: prompt.blocks,
    lines: lines
      .filter(({ shown }) => shown)
      .map(({ section, key, when, start, end }) => ({ section, key, when, start, end })),
    cuts: cuts.filter(Boolean),
    report,
    budget: budgetOf(workspace),
    comparison: comparisonWith(prompt, values),
  }
}

/** Limits, and what became of each file. */
function budgetOf(workspace) {
  const { bootstrapMaxChars, bootstrapTotalMaxChars } = workspace.context.analysis.totals
  const files = rows(workspace).map(({ name, state, rawChars, injectedChars, cutChars, why }) => ({
    name,
    state,
    rawChars,
    injectedChars,
    cutChars,
    why,
  }))
  return { maxChars: bootstrapMaxChars, totalMaxChars: bootstrapTotalMaxChars, files }
}

/** How the prompt differs from the one in `--compare`, which may be a workspace or a file of `render --json`. */
function comparisonWith(prompt, values) {
  const name = values.compare
  if (name === undefined) return undefined
  const isDirectory = statSync(resolve(name), { throwIfNoEntry: false })?.isDirectory()
  const earlier = isDirectory ? account(name, values).prompt : readPrompt(name)
  const result = compareRenderedPrompts(earlier, prompt, { price: priceFor(values), countTokens: counterFor(values) })
  const textOf = ({ text, sections }, id) => {
    const section = sections.find((own) => own.id === id)
    return section ? text.slice(section.start, section.end) : ''
  }
  const changes = result.sections.map(({ id, change }) => ({
    id,
    change,
    before: textOf(earlier, id),
    after: textOf(prompt, id),
  }))
  return { name, result, changes }
}

/** The page as one file: styles, scripts and data are in it, and its policy allows nothing else. */
function pageOf(data) {
  const own = (name) => readFileSync(join(__dirname, name), 'utf8')
  const style = own('page/style.css')
  // The library's licence stands in its first lines.
  const d3 = readFileSync(join(dirname(require.resolve('d3-hierarchy')), '../dist/d3-hierarchy.min.js'), 'utf8')
  const scripts = { d3, treemap: own('treemap.js'), page: own('page/page.js') }
  const hash = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  const values = {
    ...scripts,
    style,
    scriptHashes: Object.values(scripts).map(hash).join(' '),
    styleHashes: hash(style),
    title: escape(`System prompt of ${data.report.workspaceDir ?? 'a run'}`),
    // "<" would let a prompt end the script element.
    data: JSON.stringify(data).replaceAll('<', '\\u003c'),
  }
  return own('page/page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => values[name])
}

function escape(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

module.exports = { run }
