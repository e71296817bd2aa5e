'use strict'

const { readFileSync } = require('node:fs')

const { buildSystemPromptReport } = require('../load.js')
const { ENCODINGS, tokenCounter } = require('../tokens.js')
const { InputError, UsageError } = require('./errors.js')
const { builder, runFor } = require('./options.js')

/** Options of commands that count tokens. */
const TOKEN_OPTIONS = { tokens: { type: 'string' } }

/** Options of commands that tell what a cache miss costs. */
const PRICE_OPTIONS = { price: { type: 'string' } }

/** The counter that `--tokens` names; undefined for the estimate. */
function counterFor({ tokens = 'estimate' }) {
  if (tokens === 'estimate') return undefined
  if (!ENCODINGS.includes(tokens)) {
    throw new UsageError(`--tokens must be one of estimate, ${ENCODINGS.join(', ')}`)
  }
  return tokenCounter(tokens)
}

/** The prices in `--price CACHED,UNCACHED`, for a million tokens. */
function priceFor({ price }) {
  if (price === undefined) return undefined
  const [cachedPerMillion, uncachedPerMillion, ...rest] = price.split(',').map(Number)
  const isPrice = (number) => Number.isFinite(number) && number >= 0
  if (!isPrice(cachedPerMillion) || !isPrice(uncachedPerMillion) || rest.length > 0) {
    throw new UsageError('--price must be two numbers, such as 0.3,3: a million cached and uncached tokens')
  }
  return { cachedPerMillion, uncachedPerMillion }
}

/** The prompt of a run with everything that is known about it. */
function account(directory, values) {
  const { workspace, params } = runFor(directory, values)
  const { bootstrapFiles, analysis, report: bootstrapTruncation } = workspace.context
  const prompts = builder(values.overlay)
  const prompt = prompts.render(params)
  const report = buildSystemPromptReport({
    source: 'estimate',
    generatedAt: Date.now(),
    sessionKey: values.session,
    model: params.runtimeInfo?.model,
    workspaceDir: workspace.workspaceDir,
    bootstrapMaxChars: analysis.totals.bootstrapMaxChars,
    bootstrapTotalMaxChars: analysis.totals.bootstrapTotalMaxChars,
    bootstrapTruncation,
    systemPrompt: prompt,
    bootstrapFiles,
    injectedFiles: params.contextFiles ?? [],
    countTokens: counterFor(values),
  })
  return { prompt, lines: prompts.explain(params), workspace, report }
}

/** A rendered prompt from a file that `render --json` wrote. */
function readPrompt(file) {
  let prompt
  try {
    prompt = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${error.code ?? 'it is not JSON; write it with "clawprompt render DIR --json"'}`)
  }
  if (typeof prompt?.text !== 'string' || !Array.isArray(prompt.sections)) {
    throw new InputError(`${file} holds no rendered prompt; write one with "clawprompt render DIR --json"`)
  }
  return prompt
}

module.exports = { PRICE_OPTIONS, TOKEN_OPTIONS, account, counterFor, priceFor, readPrompt }
