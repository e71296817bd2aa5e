// Makes arguments of shapes: right ones, and ones that a careless or hostile caller might pass.

/** Reproducible random numbers (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count) => Math.floor(next() * count)
  return { next, below, chance: (one) => next() < one, pick: (list) => list[below(list.length)] }
}

const HUGE = 'x'.repeat(10 * 1024 * 1024)
const HUGE_WIDE = '\u65e5\ud83d\ude00'.repeat(2 * 1024 * 1024)
const MANY = 20_000

const TEXTS = [
  'a', '', ' ', 'main', 'agent:a:main', 'agent:a:subagent:b', 'en-US', 'no locale', 'Europe/Vienna', '12', '24', 'telegram',
  'x\r\ny\n', '# Heading\n\n- you must not\n', '```\ncode\n', '\ud800', 'a\udc00b', '\0', '\u2028', '{model}', '{{', '$&',
  '<!-- OPENCLAW_CACHE_BOUNDARY -->', '\n<!-- OPENCLAW_CACHE_BOUNDARY -->\n', '__proto__', 'constructor', 'toString',
  'openai/gpt-5', 'read', 'Exec', 'message', 'sessions_spawn', 'AGENTS.md', 'MEMORY.md', 'HEARTBEAT.md', '~/x', 'a/../b',
  'C:\\x\\y', '\ud83d\ude00'.repeat(40), '---\nname: x\ndescription: y\n---\n', '---\na: [1, {b: c}]\n---', 'unquoted: [',
  '{"a": {"b": [1, 2]}}', "{ agents: { defaults: { bootstrapMaxChars: 10 } } }",
]
const NUMBERS = [0, 1, -1, 2, 0.5, 12, 64, 1000, 60_000, 1e15, 2 ** 53, -0, NaN, Infinity, -Infinity, 1e308, 1_780_000_000_000]
const KEYS = ['a', '', '__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toJSON', 'then', 'length', '0', '\ud800', 'name']

/** What hostile code throws when it throws an error. */
export class Hostile extends Error {
  name = 'Hostile'
}

/** A config of the gateway, with some settings that are right and some that are not. */
function config(random, any) {
  const maybe = (make) => (random.chance(0.5) ? make() : undefined)
  return {
    agents: maybe(() => ({
      defaults: {
        bootstrapMaxChars: any.number(), bootstrapTotalMaxChars: any.number(), userTimezone: any.text(),
        contextInjection: random.pick(['always', 'never', 5]), models: { [any.text()]: { alias: any.text() } },
        heartbeat: { every: random.pick(['30m', '0', '1h30m', 5, null]), prompt: any.text() },
        compaction: { postCompactionSections: [any.text(), 'Heading'] },
        startupContext: { enabled: random.chance(0.5), applyOn: [any.text()] },
      },
      list: [{ id: any.text(), default: random.chance(0.5), skills: [any.text()] }, any.other()],
    })),
    skills: maybe(() => ({ allowBundled: [any.text()], load: { extraDirs: [any.text()] }, limits: { maxSkillsInPrompt: any.number() } })),
    commands: maybe(() => ({ ownerDisplay: random.pick(['hash', 'raw']), ownerDisplaySecret: any.text() })),
    memory: maybe(() => ({ citations: any.text() })),
    messages: maybe(() => ({ tts: { auto: random.pick(['tagged', 'always', 1]), maxTextLength: any.number() } })),
    [random.pick(KEYS)]: any.other(),
  }
}

/**
 * A maker of values. `world` has `texts` (right texts by parameter name), `builder()` (some PromptBuilder), `again()`
 * (calls the package once more), `primitives` (counts what is thrown that is no error) and `results` (objects that earlier calls returned, by the name of their type).
 */
export function makerOf(random, world) {
  const raise = () => {
    const error = random.pick([new Hostile('from a getter'), new Hostile('from a trap'), 'a text', undefined, null, 5])
    if (!(error instanceof Hostile)) world.primitives.raised += 1
    throw error
  }

  const text = (name) => {
    const known = world.texts[name]
    if (known && random.chance(0.85)) return random.pick(known)
    if (random.chance(0.0004)) return random.pick([HUGE, HUGE_WIDE])
    const one = random.pick(TEXTS)
    return random.chance(0.1) ? one.repeat(random.below(200)) : one
  }
  const number = () => random.pick(NUMBERS)

  /** Not every caller of a function waits for what it returns, so a refusal must not count as forgotten. */
  const quiet = (promise) => {
    promise.catch(() => {})
    return promise
  }

  const callable = () => {
    const kind = random.below(8)
    return (...given) => {
      if (kind === 0) raise()
      if (kind === 1) return world.again()
      if (kind === 2) return quiet(Promise.resolve().then(() => world.again()))
      if (kind === 3) return quiet(Promise.resolve().then(raise))
      if (kind === 4) changeEvent(given[0])
      if (kind === 5) return quiet(new Promise((resolve) => setTimeout(resolve, 15, other())))
      if (kind === 6) return other()
      return random.below(100)
    }
  }
  /** What a hook may do to the files that it is given. */
  const changeEvent = (event) => {
    const files = event?.context?.bootstrapFiles
    if (!Array.isArray(files)) return
    if (random.chance(0.3)) files.length = 0
    if (random.chance(0.5)) files.push({ name: text(), path: text(), content: text() }, other(), hostile({ name: 'a', path: 'b' }))
    if (random.chance(0.2)) event.context.bootstrapFiles = other()
    for (const file of files) if (file && typeof file === 'object' && random.chance(0.3)) file.content = other()
  }

  const value = (shape, depth = 0) => {
    const known = shape.type && world.results[shape.type]
    if (known && known.length > 0 && random.chance(0.5)) return random.pick(known)
    switch (shape.kind) {
      case 'literal': return shape.value
      case 'string': return text(shape.name)
      case 'number': return number()
      case 'boolean': return random.chance(0.5)
      case 'undefined': return undefined
      case 'null': return null
      case 'date': return random.pick([new Date(1_780_000_000_000), new Date(NaN), new Date(8.64e15)])
      case 'bytes': return random.pick([new Uint8Array([35, 32, 255]), Buffer.from('text'), new Uint8Array(0)])
      case 'function': return callable()
      case 'builder': return world.builder()
      case 'union': return value(random.pick(shape.of), depth)
      case 'array': return list(shape, depth)
      case 'iterable': return random.chance(0.5) ? list(shape, depth) : new Set(list(shape, depth))
      case 'record': return Object.fromEntries(Array.from(list(shape, depth), (one) => [random.pick(KEYS), one]))
      case 'object':
        if (['config', 'cfg', 'currentConfig'].includes(shape.name)) return config(random, { text, number, other })
        return object(shape, depth)
      default: return other()
    }
  }
  const list = (shape, depth) => {
    const items = Array.from({ length: random.below(4) }, () => value(shape.of, depth + 1))
    if (random.chance(0.0004) && shape.of.kind === 'string') {
      for (let index = 0; index < MANY; index += 1) items.push(`tool_${index}`)
    }
    if (random.chance(0.02)) items.length += 3
    return items
  }
  const object = (shape, depth) => {
    const out = {}
    for (const [name, member] of Object.entries(shape.members)) {
      // What may be absent is left out more often the deeper it stands.
      const optional = member.kind === 'union' && member.of.some((one) => one.kind === 'undefined')
      if (!optional || random.chance(depth > 1 ? 0.3 : 0.6)) out[name] = value(member, depth + 1)
    }
    return out
  }

  const holes = () => { const items = ['a', 'b', 'c']; delete items[1]; return items }
  const deep = (levels) => { let inner = {}; for (let level = 0; level < levels; level += 1) inner = random.chance(0.5) ? [inner] : { a: inner }; return inner }
  const cyclic = () => { const one = { list: [] }; one.self = one; one.list.push(one); return one }
  const detached = () => { const bytes = new Uint8Array(64); structuredClone(bytes.buffer, { transfer: [bytes.buffer] }); return bytes }
  const bare = (entries) => Object.assign(Object.create(null), entries)

  /** Anything at all. */
  const other = () => {
    switch (random.below(30)) {
      case 0: return undefined
      case 1: return null
      case 2: return number()
      case 3: return random.chance(0.5)
      case 4: return text()
      case 5: return 2n ** 70n
      case 6: return Symbol('a symbol')
      case 7: return callable()
      case 8: return class { constructor() { raise() } }
      case 9: return new Date(NaN)
      case 10: return /x/g
      case 11: return new Map([['a', 1]])
      case 12: return new Set(['a', 5])
      case 13: return Promise.resolve('later')
      case 14: return detached()
      case 15: return new Uint8Array(new SharedArrayBuffer(16))
      case 16: return new DataView(new ArrayBuffer(8))
      case 17: return bare({ name: 'a', [random.pick(KEYS)]: text() })
      case 18: return holes()
      case 19: return { length: 3, 0: 'a' }
      case 20: return new String('boxed')
      case 21: return (function* () { yield 'a'; yield other(); if (random.chance(0.3)) raise() })()
      case 22: return random.chance(0.02) ? deep(random.pick([50, 300, 20_000])) : deep(5)
      case 23: return cyclic()
      case 24: return JSON.parse('{"__proto__": {"content": "x"}, "constructor": {"name": "y"}}')
      case 25: return Object.freeze({ name: 'a', path: 'b', content: 'c' })
      case 26: return { toString: raise, valueOf: raise, toJSON: raise, [Symbol.toPrimitive]: raise }
      case 27: { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy }
      case 28: return { [Symbol.iterator]: () => ({ next: raise }) }
      default: return hostile({ name: 'a', path: 'b', content: text() })
    }
  }

  /** The object behind a proxy that misbehaves. */
  const hostile = (target) => {
    const mode = random.below(7)
    const flaky = (real) => (random.chance(0.3) ? other() : real)
    const handler = [
      { get: raise },
      { ownKeys: raise },
      { getOwnPropertyDescriptor: raise, has: raise },
      { get: (object, key) => flaky(Reflect.get(object, key)) },
      { get: (object, key) => (world.again(), Reflect.get(object, key)) },
      { get: (object, key) => { for (const name of Object.keys(object)) if (random.chance(0.5)) Reflect.deleteProperty(object, name); return Reflect.get(object, key) } },
      { get: (object, key) => (key === 'length' ? random.pick([1000, -1, NaN, '5', 1.5, other()]) : Reflect.get(object, key)) },
    ][mode]
    return new Proxy(target, handler)
  }

  /** Spoils one place of the arguments. */
  const spoil = (args) => {
    const places = []
    const walk = (holder, depth) => {
      for (const key of Object.keys(holder)) {
        places.push([holder, key])
        const inner = holder[key]
        if (depth < 5 && inner && typeof inner === 'object' && Object.getPrototypeOf(inner) !== null && places.length < 300) walk(inner, depth + 1)
      }
    }
    try { walk(args, 0) } catch { /* an argument that cannot be walked is spoiled already */ }
    if (places.length === 0) return
    const [holder, key] = random.pick(places)
    const old = Object.getOwnPropertyDescriptor(holder, key)?.value
    const isObject = old !== null && typeof old === 'object'
    const put = (changed) => { try { holder[key] = changed } catch { /* frozen */ } }
    const getter = (get) => { try { Object.defineProperty(holder, key, { get, enumerable: true, configurable: true }) } catch { /* frozen */ } }
    switch (random.below(10)) {
      case 0: return getter(raise)
      case 1: return getter(() => (random.chance(0.5) ? old : other()))
      case 2: return getter(() => (world.again(), old))
      case 3: return getter(() => { if (Array.isArray(holder)) holder.length = 0; else Reflect.deleteProperty(holder, random.pick(Object.keys(holder))); return old })
      case 4: return put(isObject ? hostile(old) : other())
      case 5: return put(isObject && !Array.isArray(old) ? bare(old) : other())
      case 6: { if (isObject) Object.freeze(old); return }
      case 7: { if (isObject) { try { old[random.pick(KEYS)] = other() } catch { /* frozen */ } } return }
      case 8: { if (Array.isArray(old)) delete old[0]; return }
      default: return put(other())
    }
  }

  /** Arguments for these parameters, about half of them spoiled in one to three places. */
  const args = (parameters) => {
    const made = parameters.map((shape) => value(shape))
    if (random.chance(0.5)) {
      for (let times = 1 + random.below(3); times > 0; times -= 1) {
        // What is spoiled already may refuse to be spoiled again.
        try { spoil(made) } catch { break }
      }
    }
    if (random.chance(0.02)) made.length = random.below(made.length + 1)
    if (random.chance(0.02)) made.push(other())
    return made
  }
  return { args, other, text }
}
