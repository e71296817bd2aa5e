'use strict'

// What a gateway's process leaves for `clawprompt doctor`: counts and places, never content.

const { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')
const { homedir } = require('node:os')
const { join } = require('node:path')
const { threadId } = require('node:worker_threads')

/** Reports of earlier processes that are kept. */
const KEPT = 50

/** Shortest time between two writes, in milliseconds. */
const PAUSE = 5000

/** Names of reports. */
const REPORT = /^\d+(\.\d+)?\.json$/

/** Where reports are: beside the gateway's own state. */
function reportDirectory(env = process.env) {
  const state = env.OPENCLAW_STATE_DIR || join(env.OPENCLAW_HOME || homedir(), '.openclaw')
  return env.CLAWPROMPT_REPORT_DIR || join(state, 'clawprompt')
}

/** Writes a report of this process when there is something new, and once more at its end. */
class Reporter {
  /** @param {() => object} read what to report */
  constructor(read) {
    this.read = read
    this.written = -Infinity
    this.started = new Date().toISOString()
    process.once('exit', () => this.write())
  }

  /** There is something new. */
  touch() {
    if (this.timer !== undefined) return
    const wait = Math.max(0, this.written + PAUSE - performance.now())
    // The gateway's turn comes first, and a report never keeps a process alive.
    this.timer = setTimeout(() => this.write(), wait).unref()
  }

  write() {
    clearTimeout(this.timer)
    this.timer = undefined
    this.written = performance.now()
    try {
      const directory = reportDirectory()
      // A worker thread of the gateway is a gateway of its own here.
      const file = join(directory, threadId === 0 ? `${process.pid}.json` : `${process.pid}.${threadId}.json`)
      const report = {
        pid: process.pid,
        thread: threadId,
        started: this.started,
        written: new Date().toISOString(),
        ...this.read(),
      }
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.new`, `${JSON.stringify(report)}\n`, { mode: 0o600 })
      renameSync(`${file}.new`, file)
      prune(directory)
    } catch {
      // A full disk, a read-only home or a user without one must not disturb the gateway; doctor will find nothing.
    }
  }
}

/** Removes the oldest reports; a file of that name that is none stays. */
function prune(directory) {
  const files = readdirSync(directory).filter((name) => REPORT.test(name))
  if (files.length <= KEPT) return
  const dated = files.map((name) => ({ file: join(directory, name), time: statSync(join(directory, name)).mtimeMs }))
  for (const { file } of dated.sort((a, b) => b.time - a.time).slice(KEPT)) if (isReport(file)) rmSync(file, { force: true })
}

function isReport(file) {
  try {
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof pid === 'number' && typeof started === 'string'
  } catch {
    return false
  }
}

/** All reports in a directory, newest first; files that are no reports are left out. */
function readReports(directory) {
  let names
  try {
    names = readdirSync(directory).filter((name) => REPORT.test(name))
  } catch {
    return []
  }
  const reports = names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(directory, name), 'utf8'))]
    } catch {
      return []
    }
  })
  return reports.sort((a, b) => String(b.written).localeCompare(String(a.written)))
}

module.exports = { Reporter, readReports, reportDirectory }
