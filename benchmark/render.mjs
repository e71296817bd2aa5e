// Measures the addon next to the gateway from npm, under each Node that the gateway supports.
//
//   npm run benchmark                     both versions of Node; about ten minutes
//   npm run benchmark -- --node 24        one of them
//   npm run benchmark -- --quick          only compares outputs, in less than a minute; for CI
//   npm run benchmark -- --write          also stores benchmark/summary.json, and the README's table from it
//
// Prints tables and writes benchmark/results/node<version>.json. Ends with 1 when outputs differ; a goal that is missed
// is marked, not an error, since the figures are those of this machine.

import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { BUILD_PROFILE } from '../index.js'
import { setup } from '../parity/setup.mjs'
import { judge } from './goals.mjs'
import { writeReadme } from './readme.mjs'
import { casesTable, goalsTable, sustainedTable } from './tables.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))

/** Versions of Node that the gateway runs under and that this package supports. */
const VERSIONS = ['22', '24']

const { values } = parseArgs({
  options: { node: { type: 'string' }, quick: { type: 'boolean' }, write: { type: 'boolean' } },
})
if (values.node && !VERSIONS.includes(values.node)) fail(`--node is one of ${VERSIONS.join(', ')}`)
if (!values.quick && BUILD_PROFILE !== 'release') fail('this is a debug binary; run npm run build first')
if (values.write && (values.quick || values.node)) fail('--write needs all figures, so neither --quick nor --node')
if (setup()) {
  const versions = values.node ? [values.node] : values.quick ? ['24'] : VERSIONS
  const results = versions.map(measure)
  if (values.write) {
    fs.writeFileSync(path.join(HERE, 'summary.json'), `${JSON.stringify(results, null, 1)}\n`)
    writeReadme()
  }
}

function measure(version) {
  const node = execFileSync('npx', ['--yes', `node@${version}`, '-p', 'process.execPath'], { encoding: 'utf8' }).trim()
  // The gateway reads its home when it starts, so it starts in an empty one.
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'benchmark-'))
  try {
    const args = ['--expose-gc', path.join(HERE, 'measure.mjs'), ...(values.quick ? ['--quick'] : [])]
    const { status, stdout } = spawnSync(node, args, {
      encoding: 'utf8',
      env: { ...process.env, HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26,
    })
    if (status !== 0) fail(`measuring under Node ${version} ended with ${status}`)
    const figures = JSON.parse(stdout.trim().split('\n').at(-1))
    if (values.quick) return console.log(`Node ${version}: ${figures.compared} prompts are equal`)
    return show(version, figures, node)
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
}

function show(version, figures, node) {
  const cpus = os.cpus()
  const result = {
    node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus[0].model.trim()}, ${cpus.length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.platform()}`,
    ...figures,
    goals: judge(figures),
  }
  fs.mkdirSync(path.join(HERE, 'results'), { recursive: true })
  fs.writeFileSync(path.join(HERE, 'results', `node${version}.json`), `${JSON.stringify(result, null, 1)}\n`)
  const tables = [casesTable(result), sustainedTable(result), goalsTable([result])]
  console.log(`\nNode ${result.node}, ${result.machine}, load ${result.load.join(' to ')}\n\n${tables.join('\n\n')}\n`)
  return result
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
