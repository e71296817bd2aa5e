// Runs a script of this folder under the Node release that the gateway needs, installing first.
//
//   node run.mjs [--locale TAG] SCRIPT [ARGUMENT...]
//
// `--locale da-DK` sets the locale that the process collates in; without it the shell's applies.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { setup } from './setup.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const USAGE = 'usage: node run.mjs [--locale TAG] SCRIPT [ARGUMENT...]'

function main(args) {
  const env = { ...process.env }
  if (args[0] === '--locale') {
    const tag = args[1]
    if (!tag) throw new Error(USAGE)
    env.LC_ALL = `${tag.replace('-', '_')}.UTF-8`
    args = args.slice(2)
  }
  const [script, ...rest] = args
  if (!script) throw new Error(USAGE)
  if (!setup()) return 0
  const [command, ...prefix] = node24()
  const { status, error } = spawnSync(command, [...prefix, path.resolve(HERE, script), ...rest], {
    stdio: 'inherit',
    env,
  })
  if (error) throw error
  // A null status means the script died from a signal.
  return status ?? 1
}

function node24() {
  if (process.versions.node.startsWith('24.')) return [process.execPath]
  const binary = path.join(HERE, 'node_modules/node/bin/node')
  return fs.existsSync(binary) ? [binary] : ['npx', '--yes', 'node@24']
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
