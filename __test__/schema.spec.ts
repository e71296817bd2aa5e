// The schemas of schema/ as an editor uses them: taplo checks files by them. They refuse nothing that the loader takes.

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { PromptBuilder } from '../index.js'
import { beforeAll, expect, test } from 'vitest'

import { installTools, run } from './load-failures/package.mjs'
import { read, root, temporary, thrown } from './support.js'

beforeAll(installTools)

const taplo = (cwd: string, ...args: string[]) => run(cwd, process.execPath, [join(root, 'tools/node_modules/.bin/taplo'), 'check', ...args])

/** What taplo finds wrong with each text; one run for all, since it takes a second to start. */
async function faults(schema: string, texts: string[]): Promise<string[][]> {
  const folder = temporary()
  texts.forEach((text, index) => writeFileSync(join(folder, `${index}.toml`), text))
  const { stderr } = await taplo(folder, '--schema', `file://${join(root, 'schema', schema)}`, ...texts.map((_, index) => `${index}.toml`))
  const found = [...stderr.matchAll(/^error: (.*)\n.*\/(\d+)\.toml:/gm)]
  return texts.map((_, index) => [...new Set(found.filter(([, , file]) => Number(file) === index).map(([, fault]) => fault!))])
}

test('the shipped files are valid, and each is checked', async () => {
  const { code, stderr } = await taplo(root)
  expect(stderr).not.toMatch(/^error/m)
  expect(code).toBe(0)
  const files = readdirSync(join(root, 'prompt/sections')).length + 2 + 2
  expect(stderr).toContain(`found files total=${files} `)
})

const examples = [...read('docs/prompt.md').matchAll(/^```toml\n(.*?)^```/gms)].map(([, text]) => text!)

test('the examples of docs/prompt.md are valid', async () => {
  const overlays = examples.filter((text) => text.startsWith('# overlay'))
  const sections = examples.filter((text) => text.startsWith('# section'))
  expect([overlays.length, sections.length]).toEqual([3, 1])
  expect((await faults('overlay.json', overlays)).flat()).toEqual([])
  expect((await faults('section.json', sections)).flat()).toEqual([])
})

/** Wrong overlays with the word of taplo's message that shows it saw the fault. */
const wrong: [string, string][] = [
  ['x = 1', "'x' was unexpected"],
  ['unprotect = "safety"', 'not of type "array"'],
  ['unprotect = ["sefety"]', 'not one of'],
  ['[texts]\n"no.such" = "x"', "'no.such' was unexpected"],
  ['[section.voice]\nreplac = "x"', "'replac' was unexpected"],
  ['[section.voice]\ndrop = true\nappend = "x"', 'oneOf'],
  ['[section.voice]\nwhen = ["ful"]', 'anyOf'],
  ['[section.voice]\nwhen = ["tool:Exec"]', 'anyOf'],
  ['[section.voice]\nmove = { before = "a", after = "b" }', 'oneOf'],
  ['[section.voice]\nmove = { to_end_of = "top" }', 'not one of'],
  ['[section.voice.line.body]\ntxt = "x"', "'txt' was unexpected"],
  ['[[section.voice.insert]]\nkey = "a"\ntext = "x"', 'oneOf'],
  ['[[section.voice.insert]]\nafter = "body"\ntext = "x"', '"key" is a required property'],
  ['[add.a]\nbefore = "voice"', '"line" is a required property'],
  ['[add.a]\n[[add.a.line]]\nkey = "a"\ntext = "x"', 'oneOf'],
  ['[add.a]\nbefore = "voice"\n[[add.a.line]]\nkey = "a"', 'oneOf'],
  ['[add.a]\nbefore = "voice"\n[[add.a.line]]\nkey = "a"\ncomputed = "tides"', 'not one of'],
]

test('what the loader refuses, the schema refuses, each for its own reason', async () => {
  const found = await faults('overlay.json', wrong.map(([toml]) => toml))
  expect(wrong.filter(([, fault], index) => !found[index]!.join().includes(fault)).map(([toml]) => toml)).toEqual([])
  for (const [toml] of wrong) {
    expect(thrown(() => new PromptBuilder({ overlays: [{ name: 'a.toml', toml }] })).code).toBe('ERR_INVALID_OVERLAY')
  }
})

test('an overlay elsewhere names the schema of the installed package', async () => {
  const folder = temporary()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/clawprompt'))
  const [directive] = /^#:schema .*$/m.exec(read('docs/prompt.md'))!
  writeFileSync(join(folder, 'house.toml'), `${directive}\n[section.voice]\nreplac = "x"\n`)
  expect((await taplo(folder, 'house.toml')).stderr).toContain("error: Additional properties are not allowed ('replac' was unexpected)")
})

test('a wrong section, order or text is refused', async () => {
  const refused = async (schema: string, texts: string[]) => (await faults(schema, texts)).map((list) => list.length > 0)
  expect(await refused('section.json', ['heading = 1', 'source = "overlay"', '[[line]]\ntext = "x"'])).toEqual([true, true, true])
  expect(await refused('order.json', ['stable = ["a", "a"]\ndynamic = []\nbare = []', 'stable = []'])).toEqual([true, true])
  expect(await refused('texts.json', ['a = 1', '[a]\nb = "x"'])).toEqual([true, false])
})
