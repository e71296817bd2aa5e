import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { read, root } from './support.js'

const folder = join(root, '__test__/load-failures')
const programs = readdirSync(folder).filter((name) => name.endsWith('.mjs') && !['failure.mjs', 'package.mjs'].includes(name))
const packed = mkdtempSync(join(tmpdir(), 'clawprompt-packed-'))

/** What the program prints. Numbers of this machine are replaced, as the texts beside the programs have them. */
async function output(program: string): Promise<string> {
  const env = { ...process.env, CLAWPROMPT_PACKED: packed }
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, program)], { env })
  return stdout.replace(/this system has \d[\d.]+/, 'this system has GLIBC')
}

// The texts are those of Linux with glibc on x64, where each failure can be made.
const here = process.platform === 'linux' && process.arch === 'x64'

describe.runIf(here)('a binary that does not load', () => {
  // The first run packs the package for all of them.
  beforeAll(() => output('override.mjs'))
  afterAll(() => rmSync(packed, { recursive: true }))

  test.for(programs)('%s is told apart, and its command helps', async (program, context) => {
    const text = await output(program)
    context.skip(text === 'needs the right to mount\n', text)
    await expect(text).toMatchFileSnapshot(join(folder, program.replace('.mjs', '.txt')))
  })
})

/** Code, message and outcome of each program. */
const messages = () => programs.map((program) => readFileSync(join(folder, program.replace('.mjs', '.txt')), 'utf8').split('\n'))

test('every failure that the loader can tell is made by a program, but for the unforeseen', () => {
  const told = [...read('load-failure.js').matchAll(/(?:\[|failure\()'([A-Z_]+)'/g)].map(([, code]) => code!)
  const made = messages().map(([code]) => code!.replace('ERR_CLAWPROMPT_LOAD_', ''))
  expect([...new Set(told)].sort()).toEqual([...new Set([...made, 'FAILED'])].sort())
})

test('a message whose command can be run here was followed by a load', () => {
  const lines = messages().filter(([, message]) => /run "(npm|pnpm|yarn|chmod|mount)/.test(message!))
  expect(lines.length).toBeGreaterThan(10)
  for (const [code, , outcome] of lines) expect(`${code} ${outcome}`).toMatch(/then: loads$|_VERSION $/)
})

test('docs/operations-install.md has every message', () => {
  const page = read('docs/operations-install.md')
  for (const [code, message] of messages()) {
    expect(page).toContain(code)
    expect(page).toContain(message!.replace('clawprompt cannot be loaded: ', '').replaceAll('APP/', ''))
  }
})
