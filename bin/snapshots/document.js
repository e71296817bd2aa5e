'use strict'

const { createHash } = require('node:crypto')

const { estimateTokens } = require('../../load.js')
const { MARK } = require('./files.js')
const { describeRules } = require('./rules.js')

/** A scenario as Markdown for reviewers, and the number of code units that the gateway sends. */
function toMarkdown({ scenario, layers, routed, rules, hasBuilder }) {
  const { id, title, about, runtime, size } = scenario
  const figures = layers.map(figuresOf)
  const sent = figures.filter((_, at) => layers[at].from === 'gateway').reduce((sum, { chars }) => sum + chars, 0)
  const parts = [
    `<!-- ${MARK} -->`,
    `# ${title}`,
    `Scenario \`${id}\`, runtime \`${runtime}\`.${about ? ` ${about}` : ''}`,
    layerTable(layers, figures),
    `The gateway sends ${grouped(sent)} UTF-16 code units${limits(size)}. Tokens are estimated, hashes are the first 16 digits of a SHA-256.`,
    ['Independent of the machine:', '', ...describeRules(rules, hasBuilder)].join('\n'),
    ...(routed?.length ? [surfaceTable(routed)] : []),
    ...layers.map((layer, at) => layerText(layer, figures[at])),
  ]
  return { markdown: `${parts.join('\n\n')}\n`, sent }
}

/** A scenario as JSON: the parameters of its requests, and what each layer comes to. */
function toJson({ scenario, layers, requests, routed }) {
  const figures = layers.map((layer) => [layer.id, { from: layer.from, role: layer.role, ...figuresOf(layer) }])
  const files = routed && Object.fromEntries(routed.map(({ path, surface }) => [path, surface]))
  const { id, runtime } = scenario
  return `${stable({ generated: MARK, scenario: id, runtime, layers: Object.fromEntries(figures), files, ...requests }, 2)}\n`
}

/** JSON with sorted keys. */
function stable(value, indent) {
  const sorted = (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return JSON.stringify(value, sorted, indent)
}

function figuresOf({ text, tools }) {
  const content = tools ? stable(tools) : (text ?? '')
  return { chars: content.length, tokens: estimateTokens(content), sha256: sha256(content) }
}

function sha256(text) {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

function layerTable(layers, figures) {
  const rows = layers.map(({ id, role, from }, at) => {
    const { chars, tokens, sha256 } = figures[at]
    return `| \`${id}\` | ${role} | ${from} | ${grouped(chars)} | ${grouped(tokens)} | \`${sha256.slice(0, 16)}\` |`
  })
  return ['| layer | role | from | code units | tokens | sha256 |', '| --- | --- | --- | ---: | ---: | --- |', ...rows].join('\n')
}

function limits(size) {
  if (size === undefined) return ''
  const { min = 0, max } = size
  return max === undefined ? `, at least ${grouped(min)} by its scenario` : `, ${grouped(min)} to ${grouped(max)} by its scenario`
}

function surfaceTable(routed) {
  const rows = routed.map(({ path, surface }) => `| \`${path}\` | ${surface} |`)
  return ['| file | goes to |', '| --- | --- |', ...rows].join('\n')
}

function layerText({ id, text, sections, note, tools }, { chars }) {
  const parts = [`## ${id}`]
  if (note) parts.push(note)
  if (tools) parts.push(toolTable(tools))
  else if (sections && text !== undefined) parts.push(...sections.flatMap((section) => [`### ${section.id}`, fenced(section.text)]))
  else if (chars > 0) parts.push(fenced(text))
  return parts.join('\n\n')
}

/** Each tool by what its spec comes to; the specs are in the scenario's file. */
function toolTable(tools) {
  const rows = tools.map((tool) => {
    const { chars, tokens, sha256 } = figuresOf({ text: stable(tool) })
    return `| \`${tool.name}\` | ${grouped(chars)} | ${grouped(tokens)} | \`${sha256.slice(0, 16)}\` |`
  })
  return ['| spec | code units | tokens | sha256 |', '| --- | ---: | ---: | --- |', ...rows].join('\n')
}

/** A text in a fence that it cannot close, with what cannot be seen made visible. */
function fenced(text) {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}text\n${visible(text).replace(/\n$/, '')}\n${fence}`
}

/** Control and format characters, other line ends and lone surrogates by their number. */
function visible(text) {
  const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
  const name = (character) => `<U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}>`
  return text.replace(unseen, (character) => (character === '\n' || character === '\t' ? character : name(character)))
}

function grouped(number) {
  return number.toLocaleString('en-US')
}

/** Sections of a snapshot in Markdown, by `layer` or `layer / section`; what stands above the first layer is `head`. */
function sectionsIn(markdown) {
  const found = new Map([['head', []]])
  let [layer, at, fence] = ['head', 'head', undefined]
  for (const line of markdown.split('\n')) {
    if (fence === undefined && line.startsWith('## ')) at = layer = line.slice(3)
    else if (fence === undefined && line.startsWith('### ')) at = `${layer} / ${line.slice(4)}`
    else if (fence === undefined && /^`{3,}text$/.test(line)) fence = line.slice(0, -'text'.length)
    else if (line === fence) fence = undefined
    if (!found.has(at)) found.set(at, [])
    found.get(at).push(line)
  }
  return found
}

module.exports = { sectionsIn, toJson, toMarkdown }
