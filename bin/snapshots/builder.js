'use strict'

const { fork } = require('node:child_process')
const { createRequire } = require('node:module')
const { join, resolve } = require('node:path')

const { InputError, UsageError } = require('../errors.js')

/** A builder that takes longer for all scenarios together is stopped. */
const TIME_LIMIT_MS = 120_000

/** Texts that `<module>#<export>` makes of each job's parameters, in a process whose environment is pinned. */
async function runBuilder(name, jobs, { pinned }) {
  const [, specifier, member] = /^(.+)#([^#]+)$/.exec(name) ?? []
  if (specifier === undefined) throw new UsageError(`--builder is <module>#<export>; not "${name}"`)
  const file = locate(specifier)
  // The time zone and the locale of a process are fixed when it starts.
  const env = {
    ...process.env,
    HOME: pinned.home,
    USERPROFILE: pinned.home,
    TZ: pinned.timeZone,
    LANG: `${pinned.locale.replace('-', '_')}.UTF-8`,
    LC_ALL: `${pinned.locale.replace('-', '_')}.UTF-8`,
    LANGUAGE: '',
  }
  const child = fork(join(__dirname, 'builder-process.js'), { env, execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] })
  const answer = await new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS)
    let said
    child.once('message', (message) => (said = message))
    child.once('error', ({ message }) => (said = { fault: message }))
    child.once('close', (_, signal) => {
      clearTimeout(timer)
      done(said ?? { fault: signal === 'SIGKILL' ? 'it did not end in time' : 'its process ended without an answer' })
    })
    child.send({ file, member, jobs, pinned }, () => {})
  })
  if (answer.fault !== undefined) throw new InputError(`--builder ${name}: ${answer.fault}`)
  return answer.texts
}

/** The file of a module, looked up from the working directory as `require` does. */
function locate(specifier) {
  const from = createRequire(join(process.cwd(), 'clawprompt'))
  try {
    return from.resolve(/^\.|^[\\/]/.test(specifier) ? resolve(specifier) : specifier)
  } catch (error) {
    throw new InputError(`--builder: cannot find the module "${specifier}": ${error.code}`)
  }
}

module.exports = { runBuilder }
