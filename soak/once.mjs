// Every export and method a few times in this thread, for a run under a memory checker.
//
//   node soak/once.mjs SHAPES.json [TIMES]
//
// SHAPES.json is what `node soak/shapes.mjs` prints: reading the typings takes too long under a checker.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeCaller } from './caller.mjs'
import { fillPlace } from './place.mjs'

const [shapesFile, times = '3'] = process.argv.slice(2)
const { codes, shapes } = JSON.parse(readFileSync(shapesFile, 'utf8'))
const place = mkdtempSync(join(tmpdir(), 'clawprompt-once-'))
process.chdir(place)
const texts = fillPlace(place)
const wanted = [...Object.keys(shapes.functions), ...Object.keys(shapes.builder.methods), 'PromptBuilder']
let number = 0
const ended = []
for (const only of wanted) {
  const { counts, failures, one } = makeCaller({ before: () => {}, codes, only, seed: 7, shapes, texts })
  while ((counts.exports[only] ?? 0) < Number(times)) await one(number++)
  ended.push(...failures)
}
rmSync(place, { recursive: true, force: true })
for (const { name, failure } of ended) console.error(`FAILED ${name}: ${failure}`)
console.log(`${wanted.length} exports and methods, ${times} calls of each`)
process.exitCode = ended.length > 0 ? 1 : 0
