// Reads the parameters of a call and remembers what earlier calls were given. Evaluated once in each environment;
// `flatten`, made from the schema of the parameters, is the only part that touches the caller's objects, and it
// reads each member once. What it finds is a flat list of leaves: strings, numbers, booleans, undefined, null.
// Equal leaves mean an equal prompt, so most calls end here, with the very string of the earlier call.
// V8 compiles a function in parentheses together with the script; any other it parses twice, the second time within
// the first call.
(function (makeFlatten, TAG) {
  const LONGEST_LIST = 1_000_000
  // Longer strings are handed over one by one: a copy of each would cost more than the rest of the call.
  const LONGEST_PACKED = 512
  // Most absent members that one tag stands for.
  const MOST_ABSENT = 1024
  // Prompts that are remembered, as in the peer.
  const CAPACITY = 64

  // Stands for a value of which only `String(value)` is of use; never equal to that of another call.
  class Odd {
    constructor(value) {
      this.kind = typeof value
      try {
        this.text = String(value)
      } catch (error) {
        // An object without a prototype has no text, which must not fail a call that has no use for it.
        if (typeof value.toString === 'function' || typeof value.valueOf === 'function') throw error
        this.text = '[object Object]'
      }
    }
  }

  const plain = (function (value) {
    const kind = typeof value
    if (kind === 'string' || kind === 'undefined' || kind === 'number' || kind === 'boolean') return value
    return value === null ? value : new Odd(value)
  })

  // An array of holes costs its caller nothing, and reading it would end the process.
  const lengthOf = (function (list) {
    const { length } = list
    if (length <= LONGEST_LIST) return length
    if (length > LONGEST_LIST) throw Object.assign(new RangeError(`an array has more than ${LONGEST_LIST} entries`), { code: 'ERR_INVALID_PARAMETER' })
    return 0
  })

  const flatten = makeFlatten(plain, lengthOf)

  const same = (function (left, right) {
    if (left.length !== right.length) return false
    for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false
    return true
  })

  // Leaves as one string: the length of its shape, the shape (a tag for each leaf, one for a run of `undefined`),
  // then the text of the short strings.
  const pack = (function (leaves, long) {
    const shape = [0, 0]
    let texts = ''
    let absent = 0
    for (let index = 0; index < leaves.length; index += 1) {
      const leaf = leaves[index]
      if (leaf === undefined) {
        absent += 1
        continue
      }
      if (absent > 0) absent = pushAbsent(shape, absent)
      if (typeof leaf === 'string') {
        const { length } = leaf
        if (length > LONGEST_PACKED) {
          shape.push(TAG.long)
          long.push(leaf)
        } else {
          shape.push(TAG.text, length, 0)
          texts += leaf
        }
      } else {
        texts += pushOther(shape, leaf)
      }
    }
    if (absent > 0) pushAbsent(shape, absent)
    shape[0] = shape.length & 0xffff
    shape[1] = shape.length >>> 16
    return fromCodes(shape) + texts
  })

  const pushAbsent = (function (shape, count) {
    let left = count
    for (; left > MOST_ABSENT; left -= MOST_ABSENT) shape.push(TAG.absent + MOST_ABSENT)
    shape.push(TAG.absent + left)
    return 0
  })

  const pushOther = (function (shape, leaf) {
    if (leaf === null || typeof leaf === 'boolean') {
      shape.push(leaf === null ? TAG.null : leaf ? TAG.true : TAG.false)
      return ''
    }
    const text = typeof leaf === 'number' ? String(leaf) : leaf.text
    const truthy = typeof leaf === 'number' ? leaf && leaf === leaf : leaf.kind !== 'bigint' || leaf.text !== '0'
    shape.push(typeof leaf === 'number' ? TAG.number : TAG[leaf.kind], truthy ? 1 : 0, text.length & 0xffff, text.length >>> 16)
    return text
  })

  const fromCodes = (function (codes) {
    if (codes.length <= 4096) return String.fromCharCode.apply(String, codes)
    let text = ''
    for (let start = 0; start < codes.length; start += 4096) {
      text += String.fromCharCode.apply(String, codes.slice(start, start + 4096))
    }
    return text
  })

  // The latest call of each session, by definition and session. The oldest goes first, but one that was of use
  // since it was last passed over is put behind the others instead.
  const memory = new Map()
  let pending

  // A call whose result is still to come. All members are there from the start: one shape for every entry.
  const remembered = (function (key, stable, turn, stableRow, stableLong) {
    return { key, stable, turn, stableRow, stableLong, result: undefined, prefixLength: 0, signature: 0, useful: false }
  })

  const forgetOne = () => {
    for (const [key, entry] of memory) {
      memory.delete(key)
      if (!entry.useful) return
      entry.useful = false
      memory.set(key, entry)
    }
  }

  return {
    // What an equal call has returned; otherwise what is needed to render:
    // `[prefixLength, signature, earlierResult, stableRow, turnRow, stableCount, ...longStrings]`. The first three
    // are 0, 0 and undefined unless only what a turn may change is different; `stableCount` of the long strings
    // belong to the stable row.
    ask: (function (definition, params, also) {
      const stable = []
      const turn = []
      const session = flatten(params, stable, turn)
      // Behind all that is read when it is decoded.
      if (also !== undefined) stable.push(also)
      // Of another type it is no name of a session, and may not even become a text.
      const key = `${definition} ${typeof session === 'string' ? session : ''}`
      const entry = memory.get(key)
      let earlier
      if (entry !== undefined && same(entry.stable, stable)) {
        entry.useful = true
        if (same(entry.turn, turn)) return entry.result
        earlier = entry
      }
      const turnLong = []
      const turnRow = pack(turn, turnLong)
      if (earlier !== undefined) {
        const { stableRow, stableLong, prefixLength, signature, result } = earlier
        pending = remembered(key, stable, turn, stableRow, stableLong)
        return [prefixLength, signature, result, stableRow, turnRow, stableLong.length, ...stableLong, ...turnLong]
      }
      const stableLong = []
      const stableRow = pack(stable, stableLong)
      pending = remembered(key, stable, turn, stableRow, stableLong)
      return [0, 0, undefined, stableRow, turnRow, stableLong.length, ...stableLong, ...turnLong]
    }),

    // Remembers the result of the call that was asked for last.
    keep: (function (result, prefixLength, signature) {
      const entry = pending
      pending = undefined
      entry.result = result
      entry.prefixLength = prefixLength
      entry.signature = signature
      if (memory.size >= CAPACITY && !memory.has(entry.key)) forgetOne()
      memory.set(entry.key, entry)
    }),
  }
})
