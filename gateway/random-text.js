'use strict'

// Seeded random numbers and the strings that break renderers.

/**
 * A seeded source of choices (SplitMix32): same seed, same sequence, on every platform.
 *
 * @param {number} seed any 32-bit integer
 */
function randomSource(seed) {
  let state = seed | 0
  function unit() {
    state = (state + 0x9e3779b9) | 0
    let bits = state ^ (state >>> 16)
    bits = Math.imul(bits, 0x21f0aaad)
    bits ^= bits >>> 15
    bits = Math.imul(bits, 0x735a2d97)
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
  }
  const random = {
    /** True with the given probability. */
    chance: (probability) => unit() < probability,
    /** Whole number from 0 up to, not including, `limit`. */
    below: (limit) => Math.floor(unit() * limit),
    /** One of the values. */
    pick: (values) => values[random.below(values.length)],
    /** List of up to `most` results of `make`; empty lists included. */
    list: (most, make) => Array.from({ length: random.below(most + 1) }, () => make()),
    /** Ordinary or hostile text, about half each. */
    text: () => text(random),
    /** Non-blank text without anything hostile. */
    word: () => random.pick(WORDS),
    /** A spelling of `name` with other letter case or blanks around it. */
    respell: (name) => respell(random, name),
  }
  return random
}

const WORDS = ['abc', 'Hello world', '/home/u/ws', 'm/x-1', 'Zürich', '日本語', 'notes', 'x']

const HOSTILE = [
  '',
  ' ',
  ' padded ',
  '\n',
  'a\n\nb',
  'a\n\n\n\nb',
  '\r\nq\r\n',
  'one\rtwo',
  '\r\n\r\n\r\n\r\n',
  'tab\t \nend  ',
  '\0z',
  '\u0007bell\u001b[31m',
  '\u0085nel',
  '\u2028ls\u2029',
  'before \u2028after',
  '\ufeffbom',
  'tail\ufeff',
  '\u200bzw\u202e\u00ad',
  '\u00a0nbsp\u3000',
  '\u180evowel',
  '\u{e0001}tag',
  '\ud800lone',
  'low\udc00',
  '\udc00\ud800',
  '😀',
  'a😀b',
  'e\u0301 é',
  'İstanbul ß ΑΣ',
  '$& $1 $` $$',
  '%s %d %%',
  '{ph} {{x}} }{',
  '{channel}',
  '{silent_token}',
  '`tick`',
  '\\win\\p',
  '<tag> & "quote" \'single\'',
  '# Inject',
  '## Silent Replies',
  '\n## Runtime\n',
  '\n<!-- OPENCLAW_CACHE_BOUNDARY -->\n',
  'Current model identity: other',
  '\n  Current model identity: other\r\n',
  'NO_REPLY',
  'undefined',
]

function text(random) {
  if (random.chance(0.5)) return random.word()
  const pieces = 1 + random.below(3)
  return Array.from({ length: pieces }, () => random.pick(random.chance(0.8) ? HOSTILE : WORDS)).join('')
}

function respell(random, name) {
  const spelling = random.pick([
    (s) => s,
    (s) => s,
    (s) => s.toUpperCase(),
    (s) => s.charAt(0).toUpperCase() + s.slice(1),
    (s) => [...s].map((c, i) => (i % 2 ? c.toUpperCase() : c)).join(''),
  ])(name)
  return random.chance(0.15) ? ` ${spelling}\t` : spelling
}

module.exports = { randomSource }
