import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { onTestFinished } from 'vitest'

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

/** Code and message of what `promise` rejects with; fails when it does not. */
export async function rejected(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const outcome = await promise.then(
    () => undefined,
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  )
  if (outcome === undefined) throw new Error('nothing was rejected')
  return outcome
}

/** Whether every surrogate of the text has its other half. */
export function isWhole(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** An empty directory for the running test. */
export function temporary(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'clawprompt-')))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Text with one digit for each place in which a value is random: reproducible pseudo-random numbers. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
