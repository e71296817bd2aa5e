// Writes the README's section "Measured" from benchmark/summary.json, so that no figure is typed by hand.
//
//   node benchmark/readme.mjs

import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

import { caseOf } from './goals.mjs'
import { table } from './statistics.mjs'
import { goalsTable, times } from './tables.mjs'

const README = new URL('../README.md', import.meta.url)
const [START, END] = ['<!-- measured: written by benchmark/readme.mjs -->', '<!-- /measured -->']

/** The section's generated part. */
export function measuredSection() {
  const results = JSON.parse(fs.readFileSync(new URL('summary.json', import.meta.url), 'utf8'))
  const [{ machine, date }] = results
  const loads = results.map(({ node, load }) => `${load.join(' to ')} under Node ${node}`)
  return [
    `\`npm run benchmark -- --write\`, ${date}, ${machine}; load average ${loads.join(', ')}. Each figure is the gateway's median time over this one's; rows with <= have a highest value:`,
    goalsTable(results),
    'Microseconds of one call, 60 KB of text (gateway / addon / the gateway with the same memory in front):',
    callsTable(results),
    "The whole turn, p10 and p50 in microseconds (gateway / addon). The gateway's file steps go through Node's threads, so other work on the machine slows its median more than ours; the ratio of p10 is the careful one:",
    turnsTable(results),
  ].join('\n\n')
}

// All changes for mixed text; for the other alphabets those that differ in kind.
const ROWS = [
  ['mixed', /./],
  ['Latin', /sliced|suffix|workspace/],
  ['CJK', /sliced|suffix|workspace/],
]

function callsTable(results) {
  const cell = ({ peer, addon, control }) => `${peer.p50} / **${addon.p50}** / ${control.p50} (${times(peer.p50, addon.p50)})`
  const names = [...new Set(results[0].cases.map(({ name }) => name))]
  const rows = ROWS.flatMap(([alphabet, chosen]) =>
    names
      .filter((name) => chosen.test(name))
      .map((name) => [`${alphabet}: ${name}`, ...results.map(({ cases }) => cell(caseOf(cases, name, 60, alphabet)))]),
  )
  return table(['median', ...results.map(({ node }) => `Node ${node}`)], rows)
}

function turnsTable(results) {
  const cell = ({ peer, addon }) => ['p10', 'p50'].map((share) => `${peer[share]} / **${addon[share]}** (${times(peer[share], addon[share])})`)
  const rows = Object.keys(results[0].wholeTurn).map((name) => [name, ...results.flatMap(({ wholeTurn }) => cell(wholeTurn[name]))])
  return table(['', ...results.flatMap(({ node }) => [`Node ${node} p10`, 'p50'])], rows)
}

/** Puts the section in its place. */
export function writeReadme() {
  const text = fs.readFileSync(README, 'utf8')
  const [before, after] = [text.indexOf(START), text.indexOf(END)]
  if (before < 0 || after < before) throw new Error('the README has no place for the figures')
  fs.writeFileSync(README, `${text.slice(0, before + START.length)}\n\n${measuredSection()}\n\n${text.slice(after)}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReadme()
