// The control: the memory of src/collect.js in front of any builder, here the gateway's. It is the same source, with
// the reader made from the same schema, so what it saves is not the merit of what stands behind it.

import { readFileSync } from 'node:fs'

const SCHEMA = readFileSync(new URL('../crates/core/src/prompt/schema.rs', import.meta.url), 'utf8')
const COLLECT = readFileSync(new URL('../src/collect.js', import.meta.url), 'utf8')
// What an unequal call hands to the addon is thrown away here, so any numbers do.
const TAGS = ['long', 'text', 'absent', 'null', 'true', 'false', 'number', 'symbol', 'bigint', 'function', 'object']

const TURN_FIELDS = [.../TURN_FIELDS[^=]*= \[([^\]]*)\]/.exec(SCHEMA)[1].matchAll(/"(\w+)"/g)].map(([, name]) => name)

/** `builder` behind a memory of its own. */
export function remembering(builder) {
  const tags = Object.fromEntries(TAGS.map((name, index) => [name, index]))
  const { ask, keep } = (0, eval)(COLLECT.slice(COLLECT.search(/^\(/m)).trim())(makeFlatten(), tags)
  return (params) => {
    const known = ask(0, params)
    if (typeof known === 'string') return known
    const prompt = builder(params)
    keep(prompt, 0, 0)
    return prompt
  }
}

function makeFlatten() {
  const source = []
  const root = reader({ kind: 'Record', record: 'RawParams' }, false, source)
  return new Function(
    'plain',
    `let session; ${source.join('\n')}
    return (params, stable, turn) => { session = undefined; ${root}(params, stable, turn); return session }`,
  )
}

/** The members of a record in the schema, in order. */
function fieldsOf(record) {
  const [, body] = new RegExp(`\\n    ${record} \\{\\n([^}]*)\\n    \\}\\n\\}`).exec(SCHEMA)
  return [...body.matchAll(/"(\w+)"\s+Kind::(\w+)(?:\((\w+)::FIELDS\))?/g)].map(([, name, kind, of]) => ({ name, kind, record: of }))
}

/** Adds the function that src/collect.rs writes for a kind with parts; returns its name. */
function reader({ kind, record }, turn, source) {
  const out = turn ? 'turn' : 'stable'
  const otherwise = `${out}.push(-1, plain(value))`
  const each = (read) => `if (!Array.isArray(value)) return ${otherwise}; const length = value.length;
    ${out}.push(length); for (let i = 0; i < length; i += 1) ${read}`
  const bodies = {
    Texts: () => each(`${out}.push(plain(value[i]))`),
    Iterable: () => `const iterable = typeof value === 'string' || (value != null && typeof value[Symbol.iterator] === 'function');
      ${reader({ kind: 'Texts' }, turn, source)}(iterable ? Array.from(value) : value, stable, turn)`,
    TextMap: () => `if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return ${otherwise};
      const keys = Object.keys(value); ${out}.push(keys.length); for (const key of keys) ${out}.push(key, plain(value[key]))`,
    Records: () => each(`${reader({ kind: 'Record', record }, turn, source)}(value[i], stable, turn)`),
    Record: () => `if (typeof value !== 'object' || value === null || Array.isArray(value)) return ${otherwise};
      ${out}.push(1); let member; ${fieldsOf(record).map((field) => member(field, turn, source)).join(' ')}`,
  }
  const body = bodies[kind]()
  const name = `read${source.length}`
  source.push(`const ${name} = (value, stable, turn) => { ${body} };`)
  return name
}

function member(field, inTurn, source) {
  const turn = inTurn || TURN_FIELDS.includes(field.name)
  const session = { workspaceDir: 'if (session === undefined) session = member;', sessionKey: 'if (member !== undefined) session = member;' }
  const read = ['Text', 'OneOf', 'Flag', 'Number'].includes(field.kind)
    ? `${turn ? 'turn' : 'stable'}.push(plain(member));`
    : `${reader(field, turn, source)}(member, stable, turn);`
  return `member = value.${field.name}; ${session[field.name] ?? ''} ${read}`
}
