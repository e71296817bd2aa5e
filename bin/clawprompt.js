#!/usr/bin/env node
'use strict'

// Dispatches to one file a command. Exit codes: 0 done, 1 something is wrong with the input, 2 wrong usage.

const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const { InputError, UsageError } = require('./errors.js')

const COMMANDS = [
  'render',
  'explain',
  'files',
  'skills',
  'context',
  'diff',
  'watch',
  'inspect',
  'snapshots',
  'lint',
  'adopt',
  'doctor',
]

function help(name) {
  return readFileSync(join(__dirname, 'help', `${name}.txt`), 'utf8')
}

async function run(args) {
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${require('../package.json').version}\n`)
    return
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(help(COMMANDS.includes(rest[0]) ? rest[0] : 'clawprompt'))
    return
  }
  if (!COMMANDS.includes(name)) {
    throw new UsageError(`there is no command "${name}"; the commands are ${COMMANDS.join(', ')}`)
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(help(name))
    return
  }
  await require(`./${name}.js`).run(rest)
}

// A reader that closes early, such as `head`, is no failure.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})

run(process.argv.slice(2)).catch((error) => {
  if (error instanceof UsageError) {
    process.stderr.write(`clawprompt: ${error.message}\nTry "clawprompt help".\n`)
    process.exitCode = 2
  } else if (error instanceof InputError || String(error.code).startsWith('ERR_')) {
    process.stderr.write(`clawprompt: ${error.message}\n`)
    process.exitCode = 1
  } else {
    throw error
  }
})
