'use strict'

const { dim, green, red, yellow } = require('./table.js')

/** What a comparison found, in lines for people. */
function lines(comparison, tokenCounter = 'estimated') {
  const { equal, firstDifference: first, equalPrefix, missed, sections, cost } = comparison
  if (equal) return [green('The prompts are equal.')]
  const where = first.beforeBoundary ? yellow('above the cache boundary') : 'below the cache boundary'
  const found = [
    `First difference: section ${first.section} (${first.change}), ${where}${first.file ? `, in ${first.file}` : ''}`,
    `Behind it: ${causesOf(first)}`,
    `Equal so far: ${size(equalPrefix)}`,
    first.beforeBoundary
      ? red(`No longer served from the cache: ${size(missed)}`)
      : green('The cached part is not touched.'),
  ]
  if (cost) {
    found.push(`Cost of the cached part: ${money(cost.actual)} instead of ${money(cost.expected)}, ${money(cost.extra)} more`)
  }
  found.push(`Sections that differ: ${sections.map(({ id, change }) => `${id} (${change})`).join(', ')}`)
  return [...found, dim(`Tokens are ${tokenCounter}.`)]
}

function causesOf({ causes }) {
  if (causes.length === 0) return 'not known; the files say nothing about the parameters'
  const names = { parameter: 'parameter ', file: 'file ', definition: 'the prompt definition (an overlay, or another version)' }
  return causes.map(({ kind, name }) => `${names[kind]}${name}`).join(', ')
}

function size({ chars, bytes, tokens }) {
  const grouped = (number) => number.toLocaleString('en-US')
  return `${grouped(chars)} chars, ${grouped(bytes)} bytes, ${grouped(tokens)} tokens`
}

function money(amount) {
  return amount.toFixed(amount < 0.01 ? 6 : 4)
}

module.exports = { lines }
