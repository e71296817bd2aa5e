import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { read, root } from './support.js'

const blocks = [...read('README.md').matchAll(/^```js\n(.*?)^```\n\n```text\n(.*?)^```/gms)]

test.each(blocks.map(([, code, output]) => [code!, output!]))('README code prints what the README says', (code, output) => {
  const file = join(mkdtempSync(join(tmpdir(), 'clawprompt-readme-')), 'example.cjs')
  writeFileSync(file, code.replaceAll(`require('clawprompt')`, `require(${JSON.stringify(root)})`))
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(output)
})

test('the README has code to run', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(2)
})

test('every file that the README links to exists', () => {
  const links = [...read('README.md').matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path!)
  expect(links.length).toBeGreaterThan(3)
  for (const path of links) expect(read(path).length).toBeGreaterThan(0)
})
