// SKILL.md headers: a fixed list with one oddity each, and random mixtures of them.

import { randomFrom } from './random.mjs'

const block = (...lines) => `---\n${lines.join('\n')}\n---\n# Body\n`
const described = (value) => block('name: tea', `description: ${value}`)

/** Values that can stand after `key: ` on one line. */
export const INLINE_VALUES = [
  'plain', 'two words', 'Use when: (1) alpha, (2) beta. NOT for: gamma.', 'u: v', 'a:b', 'a :b', 'ends:',
  'http://example.test/x', 'C # and D', 'C# and D', '# only a comment', '"quoted"', "'single'", "'it''s: fine'",
  '"tab\\t e\\u00e9 smile\\U0001F600"', '"bad \\q escape"', '"open', "'open", '"a" b', "'a' b", '"d # n" # c', '""', "''",
  '" "', 'null', 'Null', 'NULL', '~', 'true', 'True', 'TRUE', 'false', 'yes', 'no', 'on', 'off', 'y',
  '1', '1.50', '1e3', '1E+3', '-0', '+12', '0123', '-012', '0x1F', '0o17', '0b11', '.5', '5.', '-.5e-7', '.inf', '-.Inf', '+.INF',
  '.nan', '.NaN', '12345678901234567890', '0.1e-6', '1e21', '123456789012345680000', '1_000', '1,000', '0x', '1e400',
  '2026-01-02', '2026-01-02T03:04:05Z', '12:30:45', '190:20:30',
  '[a, b]', '[a, "b c", 1.50, null, ~, true]', '[TODO: x]', '[TODO]', '{x: 1}', '{x: 1, 10: b, 2: a}', '{}', '[]', '[a', '{a: 1',
  '[a] b', '{a}', '{a, b: }', '["a":1]', '[a: 1]', '[[1, 2], {k: [3]}]', '{"a":1,"b":[true,null]}', "{'a': 'b'}", '[a,]', '[,a]', '[a,,b]',
  '{"openclaw":{"requires":{"bins":["uv"]}}}', '{openclaw: {requires: {bins: [uv]}}}', "{openclaw: {always: true, os: 'linux',}}",
  '@x', '`x`', '%x', '!x', '!!str 1', '!!int "5"', '!!float 3', '!!bool "true"', '!!null x', '!custom v', '!<tag:yaml.org,2002:str> 1', '&n anchored', '*n',
  '&n', '*missing', '& n', '- dash', '-dash', '--- x', '? q', '?q', ': c', ':c', ',x', ', x', ']x', '}x', '|x', '>x', '|', '>', '|2',
  'a\tb', '\ttabbed', 'trailing \t ', '\u00a0nbsp\u00a0', 'a\u2028b', 'a\u0085b', 'a\u0000b', 'a\u0007b', '\ufeffbom', '日本語: 説明', '日本語の説明', 'é ß 😀',
  "it's", 'say "hi"', 'a\\nb', '<b>&amp;</b>', '{{name}}', '${x}', '[link](url)', '**bold**', '*emph*', '!important', '=', '<<', '-', '?', ':',
  '- a', '-1', '--1', '.', '..', '._', 'a: b: c', 'a, b', '"a": b', '"key": "v", "k2": 1', "'k': v", '[x]: y', 'v #', 'v#', 'v  # c # d', '"v"# c', '!!set {a}', '!!binary aGk=',
]

/** Keys as people write them, well and badly. */
export const KEYS = [
  'name', 'description', 'metadata', 'homepage', 'license', 'allowed-tools', 'user-invocable', 'disable-model-invocation',
  'version', 'x_1', 'A', 'Name', 'Description', '"name"', "'description'", 'a b', 'a.b', 'é', '1', 'true', 'null', '<<', '? k', '[k]', '{k}',
  'name ', ' name', '\tname', '- name', 'na:me', '#name', '*n', '&k name', '!!str name', '~', '', '0x10', '1.50', '-', 'constructor', '__proto__', 'toString',
]

/** Values that need more than one line; each starts right after `key:`. */
export const BLOCK_VALUES = [
  ' |\n  p\n  q\n\n  r', ' >\n  p\n  q\n\n  r', ' >-\n  one\n  二つ\n  three', ' |-\n  a\n  b', ' |+\n  a\n\n\n', ' >+\n  a\n\n', ' |2\n    a\n   b',
  ' |1\n  a\n  b', ' >2-\n   a\n  b', ' |-2\n   a\n  b', ' | # note\n  a', ' |\n\n\n  a', ' >\n  a\n    more\n  b', ' >\n  a\n\n\n  b', ' |\n\ta', ' |\n  a\n\tb', ' |\n  ---\n  a', ' |\n---\n  a',
  ' |\n', ' >\n\n', ' |\n a\n   b\n c', ' |\n   a\n  b', ' >\n  - a\n  - b', ' |\n  # not a comment\n  a', ' |\n  a\n # comment\n', ' |\n  k: v\n  l: w',
  '\n  one\n  two', '\n  one\n\n  two', '\n  k: v', '\n  k:\n    - 1\n    - two\n  l: {m: n}', '\n  - a\n  - b', '\n- a\n- b', '\n  - k: v\n    l: w\n  - - x\n    - y', '\n', '\n  ', '\n  # c\n  v', '\n\n  late', '\n\n\n  late',
  ' first\n  second\n  third', ' first\n\n  second', ' first\n second: x', ' first\n  # c\n  second', ' first\nsecond', ' first\n\tsecond', ' "first\n  second"', ' "first\n\n  second\\\n  third"', " 'first\n  second'", ' "first\nsecond"',
  ' [a,\n  b]', ' [a,\nb]', ' {a: 1,\n  b: 2}', '\n{ "openclaw": { "always": true, }, }', '\n  { "openclaw": { "always": true, }, }', '\n{\n  "openclaw": {\n    "emoji": "x",\n  },\n}', '\n  {\n    "openclaw":\n      { "os": ["linux"] }\n  }',
  ' {\n  "openclaw": {"emoji": "x"}\n}', ' &a\n  k: v', ' !!map\n  k: v', ' &a [1, *a]', '\n  openclaw:\n    requires:\n      bins: [uv]', '\n  openclaw:\n    requires:\n      bins:\n      - uv\n      - jq # c',
  '\n  ? a\n  : b', '\n  ? [a]\n  : b', '\n  {a: b}: c', '\n  a: 1\n  a: 2', '\n  1: a\n  1.0: b', '\n  b: 1\n  2: x\n  1: y', '\n  k: .inf\n  l: .nan\n  m: -0', '\n\tk: v', '\n  k:\tv', '\n  - a\n - b', '\n    a: 1\n  b: 2', '\n "a\n b": c',
  '\n  k: null\n  l:\n  m: ~', '\n  <<: {a: 1}\n  b: 2', '\n  "k": "v"\n  \'l\': \'w\'', '\n  k: |\n    x\n    y\n  l: >\n    z', '\n  date: 2026-01-02\n  n: 0o17', '\n  k: "a\\\n    b"', '\n  [a, b]', '\n  "text" more', '\n  - [a, b]\n  - {c: d}', '\n  -\n  - x', '\n  k: - x',
]

/** Headers with one oddity each. */
export const FIXED = [
  '', '\n', '---', '---\n', '---\n---', '---\n---\n', '----\nname: a\n----\n', '--- \nname: a\ndescription: b\n--- \n', '---  \t\nname: a\n---   \n', '---\nname: a\n---', '---\nname: a\n', 'name: a\n---\n', '\n---\nname: a\n---\n', ' ---\nname: a\n---\n',
  '\ufeff---\nname: bom\ndescription: d\n---\n', '\ufeff\ufeff---\nname: a\n---\n', '---\r\nname: a\r\ndescription: b c\r\n---\r\nx', '---\rname: a\rdescription: b\r---\rx', '---\r\r\nname: a\r\n---', '---\nname: a\n ---\n---\n', '---\nname: a\n...\ndescription: b\n---\n', '---\nname: a\n--- # c\n---\n', '---\u00a0\nname: a\n---\u3000\n', '---\u0085\nname: a\n---\n',
  '---\nname: a\n---x\ndescription: b\n---\n', '---\n# first a comment\nname: a\ndescription: b\n---\n', '---\n\n\nname: a\n\ndescription: b\n\n---\n', '---\nname: a\nname: b\n---\n', '---\nname: &n anchored\ndescription: *n\n---\n', '---\ndescription: *n\nname: &n anchored\n---\n', '---\nname: null\ndescription: ~\n---\n', '---\nx:\ny: ""\nname: a # c\n---\n', '---\nname : a\ndescription : b\n---\n', '---\nname:a\ndescription:b\n---\n', '---\nname:\ta\ndescription:\t b\n---\n', '---\nbad: [\nk:\n  one\n  two\n---\n', '---\n- a\n- b\n---\n', '---\njust text\n---\n', '---\n"text"\n---\n', '---\n42\n---\n', '---\n[a, b]\n---\n', '---\n{name: a, description: b}\n---\n', '---\n{"name": "a",\n"description": "b"}\n---\n', '---\nnull\n---\n', '---\n# only comments\n---\n',
  '---\n%YAML 1.1\nname: a\n---\n', '---\n!!map\nname: a\n---\n', '---\n&r\nname: a\n---\n', '---\n? name\n: a\n? description\n: b\n---\n', '---\n  name: a\n  description: b\n---\n', '---\n  name: a\n description: b\n---\n', '---\nname: a\n  description: b\n---\n', '---\nname: a\ndescription: b\n  more: c\n---\n', '---\nname: a\n\tdescription: b\n---\n', '---\nname: "a\ndescription: b"\n---\n', "---\nname: 'a\n  b'\ndescription: c\n---\n", '---\nname: a\n: b\n---\n', '---\nname: a\n? b\n---\n', '---\nname: a\nb\n---\n', '---\nname: a\n#c\ndescription: d\n---\n', '---\nname: a\n# c: d\ndescription: e\n---\n', '---\nname: a\nname : b\n---\n', '---\n"name": a\nname: b\n---\n', '---\n1: a\n"1": b\n---\n', '---\n1: a\n0x1: b\n---\n', '---\nnull: a\n~: b\n---\n', '---\n<<: {a: 1}\n<<: {b: 2}\n---\n', '---\nbase: &b {x: 1}\nuse:\n  <<: *b\n  y: 2\n---\n', '---\na: &x [1, 2]\nb: *x\nc: [*x, *x]\n---\n', '---\na: &x\nb: *x\n---\n', '---\n&x a: 1\nb: *x\n---\n', '---\n*x : 1\n---\n', '---\nname: a\n\n\n  \n \ndescription: b\n---\n', '---\nname: a   \ndescription: b\t\n---\n',
  '---\nname: demo\ndescription: x\nmetadata:\n{ "openclaw": { "always": true, }, }\n---\n', '---\nname: a\ndescription: >\n---\n', '---\nname: a\ndescription: |\n\n---\n', '---\nname: a\ndescription:\n  - one\n  - two: 2\n---\n', '---\nname: a\ndescription: x\n---\nbody\n---\nname: b\n---\n', '---\nname: a\ndescription: 説明: こんにちは\n---\n', '---\nname: a\ndescription: "x"\u00a0\n---\n', '---\nname: a\u2028b\ndescription: c\n---\n', '---\nname: a\ndescription: b\u0000\n---\n', '---\nname: a\ndescription: 1\nuser-invocable: yes\ndisable-model-invocation: "on"\n---\n', '---\nconstructor: a\n__proto__: b\ntoString: c\n---\n', `---\nname: ${'n'.repeat(1100)}\ndescription: d\n---\n`, `---\n${'k'.repeat(1100)}: v\n---\n`, `---\nname: a\ndescription: ${'[' .repeat(300)}${']'.repeat(300)}\n---\n`,
  '---\nname: a\ndescription: b\n---\n'.replaceAll('\n', '\r\n'), '---\nk:\n  - |\n    x\n  - >\n    y\n    z\n---\n', '---\nk: [\n  a, b\n  ]\nl: 1\n---\n', '---\nk: {\n  a: b\n}\nl: 1\n---\n', '---\nk: "x" y: z\n---\n', '---\nk: [a] # c\nl: {b: c} # d\n---\n', '---\nk: [a]# c\n---\n', '---\nk: a #c\n  b\n---\n', '---\nk: a\n  #c\n  b\n---\n', '---\nk:  # c\n  v\n---\n', '---\nk:  # c\n  a: b\n---\n', '---\nk: | # c\n  a\n---\n', '---\nk: |# c\n  a\n---\n', '---\nk: >- x\n  a\n---\n', '---\nk: |0\n a\n---\n', '---\nk: |10\n a\n---\n', '---\nk: |++\n a\n---\n', '---\nk: |+1\n a\n\n---\n',
]

function randomHeader(random) {
  const lines = []
  for (let left = 1 + random.below(5); left > 0; left -= 1) {
    const key = random.chance(0.75) ? random.pick(KEYS.slice(0, 10)) : random.pick(KEYS)
    if (random.chance(0.65)) lines.push(`${key}:${random.chance(0.95) ? ' ' : ''}${random.pick(INLINE_VALUES)}`)
    else lines.push(`${key}:${random.pick(BLOCK_VALUES)}`)
    if (random.chance(0.08)) lines.push(random.pick(['', '# comment', '  # comment', '  ', '\t', '...', 'stray', '  stray', '- item']))
  }
  let text = `---\n${lines.join('\n')}\n---\nbody\n`
  if (random.chance(0.1)) text = text.replaceAll('\n', '\r\n')
  if (random.chance(0.05)) text = `\ufeff${text}`
  return text
}

/** The fixed headers, every value under a plain key, then `count` random mixtures. */
export function headerCorpus(count = 2000, seed = 1) {
  const random = randomFrom(seed)
  const corpus = [...FIXED]
  for (const value of INLINE_VALUES) corpus.push(described(value), block(`metadata: ${value}`, 'name: a', 'description: d'))
  for (const value of BLOCK_VALUES) corpus.push(block('name: tea', `description:${value}`, 'last: x'))
  for (const key of KEYS) corpus.push(block(`${key}: value`, 'description: d'))
  for (let left = count; left > 0; left -= 1) corpus.push(randomHeader(random))
  return corpus
}
