import type { TokenCounter } from './index.js'

/** Encodings that can be counted exactly. */
export declare const ENCODINGS: readonly ['o200k_base', 'cl100k_base']

/**
 * Makes a counter of exact token counts, for `countTokens` of `buildSystemPromptReport`,
 * `compareRenderedPrompts` and `renderForSession`.
 *
 * Loads the package `gpt-tokenizer`, which you install yourself: its tables take some 30 MB on disk.
 *
 * @throws `ERR_INVALID_PARAMETER` when the encoding is not one of `ENCODINGS`
 * @throws `ERR_TOKENIZER_MISSING` when `gpt-tokenizer` is not installed
 */
export declare function tokenCounter(encoding: 'o200k_base' | 'cl100k_base'): TokenCounter
