'use strict'

const { boundaryOf, layout, treeOf } = require('./treemap.js')

/** Fill of each kind of rectangle; dark text reads on all of them. */
const FILLS = {
  definition: '#c9d7ee',
  overlay: '#f3c9d9',
  provider: '#e3d3f0',
  host: '#d5dcd8',
  workspace: '#f6dfae',
  file: '#f6dfae',
  skills: '#c6e6c9',
  tools: '#bfe3e6',
  caller: '#f1cfc0',
}
/** What the legend calls them. */
const NAMES = {
  definition: 'definition',
  overlay: 'overlay',
  provider: 'provider',
  host: 'plugins',
  workspace: 'workspace files',
  skills: 'skills',
  tools: 'tools',
  caller: 'caller',
}
const INK = '#1b1f24'
/** Width of a letter at 12 pixels, on average. */
const LETTER = 6.8

const escape = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** The treemap of a report as an SVG image. */
async function svgOf(report, { width = 1280, height = 860 } = {}) {
  const d3 = await import('d3-hierarchy')
  const top = 34
  const boxes = layout(d3, treeOf(report), width - 16, height - top - 8)
  const { tokens, chars } = report.systemPrompt
  const title = `System prompt: ${grouped(tokens)} tokens, ${grouped(chars)} chars (${counted(report)})`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ' role="img" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="12">',
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="8" y="22" font-size="15" font-weight="bold" fill="${INK}">${escape(title)}</text>`,
    ...legend(boxes, width),
    `<g transform="translate(8 ${top})">`,
    ...boxes.filter(({ depth }) => depth > 1).map(rectangle),
    ...boundaryLine(boundaryOf(boxes), width - 16),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** The kinds that appear, right of the title. */
function legend(boxes, width) {
  const kinds = new Set(boxes.filter(({ isLeaf }) => isLeaf).map(({ node }) => (node.kind === 'file' ? 'workspace' : node.kind)))
  let x = width - 8
  return Object.entries(NAMES)
    .filter(([kind]) => kinds.has(kind))
    .reverse()
    .map(([kind, name]) => {
      x -= name.length * LETTER + 28
      return (
        `<rect x="${x}" y="11" width="12" height="12" fill="${FILLS[kind]}" stroke="#5b6470" stroke-width="0.5"/>` +
        `<text x="${x + 17}" y="21" fill="${INK}">${name}</text>`
      )
    })
}

function rectangle({ x, y, width, height, isLeaf, hasLabel, tokens, node }) {
  const label = `${node.name} ${grouped(tokens)}`
  const text = shortened(label, width - 8)
  const fits = hasLabel && text !== ''
  const ink = fits ? `<text x="${x + 4}" y="${y + 13}" fill="${INK}">${escape(text)}</text>` : ''
  const fill = isLeaf ? FILLS[node.kind] : '#ffffff'
  return (
    `<g><title>${escape(`${node.name}: ${grouped(tokens)} tokens, ${grouped(node.chars)} chars`)}</title>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" stroke="#5b6470" stroke-width="0.5"/>${ink}</g>`
  )
}

function boundaryLine(boundary, width) {
  if (!boundary) return []
  const middle = boundary.y + boundary.height / 2
  return [
    `<line x1="0" x2="${width}" y1="${middle}" y2="${middle}" stroke="#b3261e" stroke-width="3"/>`,
    `<rect x="8" y="${boundary.y + 2}" width="126" height="18" fill="#ffffff"/>`,
    `<text x="14" y="${middle + 4}" fill="#b3261e" font-weight="bold">cache boundary</text>`,
  ]
}

/** The text as far as it fits; nothing when only a letter or two would. */
function shortened(text, width) {
  const letters = Math.floor(width / LETTER)
  if (text.length <= letters) return text
  return letters < 4 ? '' : `${text.slice(0, letters - 1)}…`
}

function counted({ tokenCounter }) {
  return tokenCounter === 'estimate' ? 'estimated' : tokenCounter
}

const grouped = (number) => number.toLocaleString('en-US')

module.exports = { svgOf }
