// Reads the parameters of a call and remembers what earlier calls were given. Evaluated once in each environment;
// `flatten`, made from the schema of the parameters, is the only part that touches the caller's objects, and it
// reads each member once. What it finds is a flat list of leaves: strings, numbers, booleans, undefined, null.
// Equal leaves mean an equal prompt, so most calls end here, with the very string of the earlier call.
(makeFlatten, TAG) => {
  // Longer strings are handed over one by one: a copy of each would cost more than the rest of the call.
  const LONGEST_PACKED = 512
  // Prompts that are remembered, as in the peer.
  const CAPACITY = 64

  // Stands for a value of which only `String(value)` is of use; never equal to that of another call.
  class Odd {
    constructor(value) {
      this.kind = typeof value
      this.text = String(value)
    }
  }

  const plain = (value) => {
    const kind = typeof value
    if (kind === 'string' || kind === 'undefined' || kind === 'number' || kind === 'boolean') return value
    return value === null ? value : new Odd(value)
  }

  const flatten = makeFlatten(plain)

  const same = (left, right) => {
    if (left.length !== right.length) return false
    for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false
    return true
  }

  // Leaves as one string: a shape that says what each of them is, then the text of the short ones.
  const pack = (leaves, long) => {
    const codes = []
    const texts = []
    const text = (value) => {
      codes.push(value.length & 0xffff, value.length >>> 16)
      texts.push(value)
    }
    for (const leaf of leaves) {
      if (typeof leaf === 'string') {
        if (leaf.length > LONGEST_PACKED) {
          codes.push(TAG.long)
          long.push(leaf)
        } else {
          codes.push(TAG.text)
          text(leaf)
        }
      } else if (leaf === undefined) {
        codes.push(TAG.undefined)
      } else if (leaf === null) {
        codes.push(TAG.null)
      } else if (typeof leaf === 'boolean') {
        codes.push(leaf ? TAG.true : TAG.false)
      } else if (typeof leaf === 'number') {
        codes.push(TAG.number, leaf ? 1 : 0)
        text(String(leaf))
      } else {
        codes.push(TAG[leaf.kind], leaf.kind === 'bigint' && leaf.text === '0' ? 0 : 1)
        text(leaf.text)
      }
    }
    return fromCodes([codes.length & 0xffff, codes.length >>> 16]) + fromCodes(codes) + texts.join('')
  }

  const fromCodes = (codes) => {
    let text = ''
    for (let start = 0; start < codes.length; start += 4096) {
      text += String.fromCharCode.apply(String, codes.slice(start, start + 4096))
    }
    return text
  }

  // The latest call of each session, by definition and session.
  const memory = new Map()
  let clock = 0
  let pending

  const forgetOldest = () => {
    let oldest
    let used = Infinity
    for (const [key, entry] of memory) if (entry.used < used) [oldest, used] = [key, entry.used]
    memory.delete(oldest)
  }

  return {
    // What an equal call has returned; otherwise what is needed to render:
    // `[prefixLength, signature, earlierResult, stableRow, turnRow, stableCount, ...longStrings]`. The first three
    // are 0, 0 and undefined unless only what a turn may change is different; `stableCount` of the long strings
    // belong to the stable row.
    ask(definition, params) {
      const stable = []
      const turn = []
      const key = `${definition} ${flatten(params, stable, turn)}`
      const entry = memory.get(key)
      let earlier
      if (entry !== undefined && same(entry.stable, stable)) {
        entry.used = clock += 1
        if (same(entry.turn, turn)) return entry.result
        earlier = entry
      }
      const turnLong = []
      const turnRow = pack(turn, turnLong)
      if (earlier !== undefined) {
        const { stableRow, stableLong, prefixLength, signature, result } = earlier
        pending = { key, stable, turn, stableRow, stableLong }
        return [prefixLength, signature, result, stableRow, turnRow, stableLong.length, ...stableLong, ...turnLong]
      }
      const stableLong = []
      const stableRow = pack(stable, stableLong)
      pending = { key, stable, turn, stableRow, stableLong }
      return [0, 0, undefined, stableRow, turnRow, stableLong.length, ...stableLong, ...turnLong]
    },

    // Remembers the result of the call that was asked for last.
    keep(result, prefixLength, signature) {
      const { key, ...call } = pending
      pending = undefined
      if (memory.size >= CAPACITY && !memory.has(key)) forgetOldest()
      memory.set(key, { ...call, result, prefixLength, signature, used: (clock += 1) })
    },
  }
}
