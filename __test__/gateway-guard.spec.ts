import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { root, temporary } from './support.js'

const { Guard } = createRequire(import.meta.url)(join(root, 'gateway/guard.js'))

/** A twin that gives what the original gives, unless the test says otherwise. */
function guardOf(mode: 'shadow' | 'native', twin: object = {}) {
  return new Guard(
    {
      name: 'stand-in',
      prepare: () => {},
      call: ([value]: [string]) => `${value}!`,
      shape: ([value]: [string]) => value,
      same: (ours: string, theirs: string) => ours === theirs,
      intended: () => false,
      explained: () => false,
      locate: () => ({ section: 'all', offset: 0 }),
      ...twin,
    },
    mode,
    100,
    () => {},
  )
}

function callQuietly(guard: InstanceType<typeof Guard>, values: string[]) {
  const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => 0)
  try {
    const results = values.map(guard.wrap((value: string) => `${value}!`))
    return { results, lines: write.mock.calls.map(([, line]) => JSON.parse(String(line))) }
  } finally {
    write.mockRestore()
  }
}

const boom = () => {
  throw new TypeError('what the file says')
}

test.each(['call', 'intended', 'same', 'explained', 'locate', 'shape', 'prepare'])(
  'the original is served in both modes when %s throws, and nothing of the message but its code is told',
  (step) => {
    for (const mode of ['shadow', 'native'] as const) {
      // What comes after a comparison only runs when that finds a difference.
      const differs = step === 'explained' || step === 'locate' ? { call: () => 'else' } : {}
      const { results, lines } = callQuietly(guardOf(mode, { ...differs, [step]: boom }), ['a', 'a'])
      expect(results).toEqual(['a!', 'a!'])
      // Why our side cannot start at all is a message of ours, and is told.
      if (step !== 'prepare') expect(JSON.stringify(lines)).not.toContain('what the file says')
    }
  },
)

test('an error of the original goes to the caller, once, in both modes', () => {
  for (const mode of ['shadow', 'native'] as const) {
    let calls = 0
    const wrapped = guardOf(mode).wrap(() => {
      calls += 1
      throw new RangeError('of the original')
    })
    expect(() => wrapped('a')).toThrow('of the original')
    expect(calls).toBe(1)
  }
})

test('only so many kinds of calls are remembered; the original serves the others', () => {
  const guard = guardOf('native')
  const values = Array.from({ length: 1100 }, (_, index) => `${index}`)
  const { results } = callQuietly(guard, values)
  expect(results).toEqual(values.map((value) => `${value}!`))
  expect(guard.report()).toMatchObject({ shapes: 1024, served: 1024, originalServed: 76, calls: 1100 })
})

test('a kind that is off stays off when all places are taken', () => {
  const guard = guardOf('native', { call: ([value]: [string]) => (value === '0' ? 'else' : `${value}!`) })
  const values = ['0', ...Array.from({ length: 1100 }, (_, index) => `${index}`), '0']
  const { results, lines } = callQuietly(guard, values)
  expect(results).toEqual(values.map((value) => `${value}!`))
  expect(lines).toHaveLength(1)
})

test('a standard error that is full or closed does not end the gateway', () => {
  const settings = JSON.stringify(join(root, 'gateway/settings.js'))
  const script = `require(${settings}).say('difference', { at: 1 }); setTimeout(() => console.log('alive'), 50)`
  const full = fs.openSync('/dev/full', 'w')
  const { status, stdout } = spawnSync(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', full], encoding: 'utf8' })
  fs.closeSync(full)
  expect([status, stdout]).toEqual([0, 'alive\n'])
})

test('a report that cannot be put together does not end the gateway', () => {
  const report = JSON.stringify(join(root, 'gateway/report.js'))
  const script = `
    const { Reporter } = require(${report})
    new Reporter(() => { throw new Error('no figures') }).touch()
    setTimeout(() => console.log('alive'), 50)`
  const env = { ...process.env, CLAWPROMPT_REPORT_DIR: temporary() }
  const { status, stdout } = spawnSync(process.execPath, ['-e', script], { env, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, 'alive\n'])
})

test('old reports are removed, other files of such names are not', () => {
  const directory = temporary()
  for (let pid = 1; pid <= 60; pid += 1) {
    const own = { pid, started: '2026-01-01T00:00:00.000Z', written: '2026-01-01T00:00:00.000Z' }
    fs.writeFileSync(join(directory, `${pid}.json`), JSON.stringify(pid > 5 ? own : { note: pid }))
    fs.utimesSync(join(directory, `${pid}.json`), pid, pid)
  }
  const report = JSON.stringify(join(root, 'gateway/report.js'))
  const script = `const { Reporter } = require(${report}); new Reporter(() => ({})).write(); process.reallyExit(0)`
  const env = { ...process.env, CLAWPROMPT_REPORT_DIR: directory }
  expect(spawnSync(process.execPath, ['-e', script], { env }).status).toBe(0)
  const left = fs.readdirSync(directory)
  expect(left).toEqual(expect.arrayContaining(['1.json', '5.json', '60.json']))
  expect(left).not.toContain('6.json')
  expect(left).toHaveLength(55)
})
