// A small seeded generator, so that a failing case can be made again from its seed.

/** Returns functions that draw from one reproducible stream. */
export function randomFrom(seed) {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit) => Math.floor(next() * limit)
  const pick = (items) => items[below(items.length)]
  const chance = (probability) => next() < probability
  return { next, below, pick, chance }
}
