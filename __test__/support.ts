import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Text of a file of the repository. */
export function read(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}

/** Code and message of what `call` throws; fails when it does not throw. */
export function thrown(call: () => unknown): { code: string; message: string } {
  try {
    call()
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
  throw new Error('nothing was thrown')
}

/** Text with one digit for each place in which a value is random: reproducible pseudo-random numbers. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
