// Makes calls, checks what each of them did, and counts.

import { createRequire } from 'node:module'
import { inspect } from 'node:util'

import { Hostile, makerOf, randomOf } from './values.mjs'

const clawprompt = createRequire(import.meta.url)('../index.js')

/**
 * A caller of every export in `shapes`. `before(name, number)` is told of each call; `codes` are those that an error may
 * have; `only` names the one export that is called.
 */
export function makeCaller({ before, codes, only, seed, shapes, texts, verbose }) {
  const documented = new Set(codes)
  const names = Object.keys(shapes.functions)
  const methods = Object.keys(shapes.builder.methods)
  /** Results that later calls take as arguments, by the name of their type; a few of each. */
  const results = {}
  const counts = { returned: 0, own: 0, engine: 0, codes: {}, exports: {}, nodeMessages: {} }
  const failures = []
  /** What is no error: thrown by the caller's code, and seen by the caller. */
  const primitives = { raised: 0, seen: 0 }
  const builders = [new clawprompt.PromptBuilder()]

  /** Calls the package from within a call. */
  let inside = 0
  const again = () => {
    if (inside > 2) return 'deep enough'
    inside += 1
    try {
      return clawprompt.buildAgentSystemPrompt({ workspaceDir: '/again', toolNames: ['read'], contextFiles: [{ path: 'a', content: String(inside) }] })
    } finally {
      inside -= 1
    }
  }

  const wait = (promise) => {
    let timer
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('the call did not end in a minute')), 60_000) })
    return Promise.race([promise, late]).finally(() => clearTimeout(timer))
  }

  function keep(type, value) {
    if (!type || value === null || typeof value !== 'object') return
    const kept = (results[type] ??= [])
    if (kept.length < 8) kept.push(value)
    else kept[counts.returned % 8] = value
  }

  /** What a throw means; a text is a failure. */
  function judge(name, error) {
    if (error instanceof Hostile) return void (counts.own += 1)
    if (!(error instanceof Error)) {
      counts.own += 1
      primitives.seen += 1
      return primitives.seen > primitives.raised ? 'threw what is no error' : undefined
    }
    if (documented.has(error.code)) {
      const note = (into, key) => (into[key] = (into[key] ?? 0) + 1)
      note(counts.codes, error.code)
      if (error.code === 'ERR_NODE' && error.message === '') return 'an exception was lost on its way'
      if (error.code === 'ERR_NODE') note(counts.nodeMessages, `${name}: ${error.message.slice(0, 80)}`)
      return
    }
    // What this package throws has a code. V8 itself refuses to read a revoked proxy, to go deeper than its stack, or to call
    // what is no function, with an error that has none; only a slip of the package's own scripts would read like the rest.
    const engine = error.code === undefined && (error instanceof TypeError || error instanceof RangeError)
    if (engine && !/^Cannot (read|set) properties of|is not defined/.test(error.message)) {
      counts.engine += 1
      return
    }
    return `threw ${error.name} with code ${error.code}: ${error.message}`
  }

  async function one(number) {
    const random = randomOf(seed + Math.imul(number, 2654435761))
    const maker = makerOf(random, { texts, results, again, primitives, builder: () => random.pick(builders) })
    let target = clawprompt
    let name
    let signature
    let construct = false
    if (random.chance(0.12)) {
      target = random.pick(builders)
      name = random.pick(methods)
      signature = shapes.builder.methods[name]
    } else if (random.chance(0.04)) {
      name = 'PromptBuilder'
      signature = { parameters: shapes.builder.constructor }
      construct = true
    } else {
      name = random.pick(names)
      signature = shapes.functions[name]
    }
    if (only && name !== only) return
    before(name, number)
    const args = maker.args(signature.parameters)
    const described = verbose ? inspect(args, { depth: 4, showProxy: true, maxStringLength: 200 }) : ''
    if (verbose) process.stderr.write(`${name} ${number} ${described}\n`)
    if (random.chance(0.01) && !construct) target = random.pick([undefined, {}, clawprompt.PromptBuilder.prototype])
    counts.exports[name] = (counts.exports[name] ?? 0) + 1
    try {
      // An earlier call may have given a builder another prototype.
      const call = clawprompt[name] ?? clawprompt.PromptBuilder.prototype[name]
      let result = construct ? new clawprompt.PromptBuilder(...args) : call.apply(target, args)
      if (result instanceof Promise) result = await wait(result)
      counts.returned += 1
      keep(signature.result, result)
      if (construct) builders[builders.length < 6 ? builders.length : 1 + random.below(5)] = result
    } catch (error) {
      const failure = judge(name, error)
      if (failure) failures.push({ name, number, failure })
    }
  }

  return { counts, failures, names, one }
}
