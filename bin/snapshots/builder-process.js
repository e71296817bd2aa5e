'use strict'

// Runs a builder of the user's, for builder.js. Clock and machine are pinned before its module is loaded.

const { syncBuiltinESMExports } = require('node:module')
const os = require('node:os')
const { pathToFileURL } = require('node:url')

process.once('message', (request) => {
  answer(request).then(
    (texts) => finish({ texts }),
    (error) => finish({ fault: error?.message ?? String(error) }),
  )
})

function finish(message) {
  process.send(message, () => process.exit(0))
}

async function answer({ file, member, jobs, pinned }) {
  pin(pinned)
  const module = await import(pathToFileURL(file).href)
  const build = module[member] ?? module.default?.[member]
  if (typeof build !== 'function') throw new Error(`the module has no function "${member}"`)
  const texts = []
  for (const { id, params } of jobs) texts.push(await textOf(id, build, params))
  return texts
}

async function textOf(id, build, params) {
  let result
  try {
    result = await build(params)
  } catch (error) {
    throw new Error(`scenario ${id}: ${error?.message ?? error}`)
  }
  const text = typeof result === 'string' ? result : result?.text
  if (typeof text !== 'string') throw new Error(`scenario ${id}: it must return a text, or an object with one as "text"`)
  return text
}

function pin({ clock, home, host }) {
  const instant = Date.parse(clock)
  const Real = Date
  const Pinned = function (...args) {
    if (!new.target) return new Pinned().toString()
    return Reflect.construct(Real, args.length === 0 ? [instant] : args, new.target)
  }
  Object.setPrototypeOf(Pinned, Real)
  Pinned.prototype = Real.prototype
  Pinned.now = () => instant
  Real.prototype.constructor = Pinned
  globalThis.Date = Pinned
  os.hostname = () => host
  os.homedir = () => home
  os.userInfo = () => ({ username: 'agent', uid: 1000, gid: 1000, shell: '/bin/sh', homedir: home })
  syncBuiltinESMExports()
}
