'use strict'

// Exact token counts, by a library that is loaded only when someone asks for them.

const ENCODINGS = ['o200k_base', 'cl100k_base']

function coded(code, message) {
  return Object.assign(new Error(message), { code })
}

/** A counter for `countTokens` whose figures are those of the encoding; see tokens.d.ts. */
function tokenCounter(encoding) {
  if (!ENCODINGS.includes(encoding)) {
    throw coded('ERR_INVALID_PARAMETER', `encoding must be one of ${ENCODINGS.join(', ')}`)
  }
  let library
  try {
    library = require(`gpt-tokenizer/encoding/${encoding}`)
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    throw coded(
      'ERR_TOKENIZER_MISSING',
      `counting ${encoding} tokens needs the package gpt-tokenizer; run "npm install gpt-tokenizer", or use the estimate`,
    )
  }
  // A prompt may quote a special token such as <|endoftext|>; in content it is text like any other.
  const options = { disallowedSpecial: new Set() }
  const count = (text) => library.countTokens(text, options)
  return Object.defineProperty(count, 'name', { value: encoding })
}

module.exports = { ENCODINGS, tokenCounter }
