'use strict'

const { compareRenderedPrompts } = require('../load.js')
const { lines } = require('./comparison.js')
const { parse } = require('./options.js')
const { PRICE_OPTIONS, TOKEN_OPTIONS, counterFor, priceFor, readPrompt } = require('./report.js')

/** `clawprompt diff A.json B.json`: tells where two rendered prompts part, why, and what it costs. */
function run(args) {
  const options = { ...TOKEN_OPTIONS, ...PRICE_OPTIONS, json: { type: 'boolean' } }
  const { values, positionals } = parse(args, options, { min: 2, max: 2, what: 'two files' })
  const [a, b] = positionals.map(readPrompt)
  const countTokens = counterFor(values)
  const comparison = compareRenderedPrompts(a, b, { price: priceFor(values), countTokens })
  if (values.json) {
    process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`)
    return
  }
  const counter = countTokens ? `counted by ${countTokens.name}` : undefined
  process.stdout.write(`${lines(comparison, counter).join('\n')}\n`)
}

module.exports = { run }
