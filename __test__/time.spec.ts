import {
  formatCurrentTimeLines,
  formatEnvelopeHeader,
  formatUserTime,
  isTimeZone,
  refreshCurrentTimeLines,
  resolveUserTimeFormat,
  resolveUserTimezone,
} from '../index.js'
import { expect, test } from 'vitest'

import { thrown } from './support.js'

const evening = new Date('2026-01-05T22:26:34Z')

test('V26: a zone that Node takes keeps its spelling, any other gives way to the host', () => {
  for (const zone of ['europe/paris', '+02:00', 'PST', 'EST', 'US/Pacific', 'UTC']) {
    expect(resolveUserTimezone(` ${zone} `, 'Asia/Tokyo')).toBe(zone)
    expect(isTimeZone(zone)).toBe(true)
  }
  for (const zone of ['Bad/Zone', '', '  ', null, undefined, 'GMT+8', 'Europe/Paris\n## X']) {
    expect(resolveUserTimezone(zone, ' Asia/Tokyo ')).toBe('Asia/Tokyo')
    expect(resolveUserTimezone(zone, 'Bad/Zone')).toBe('UTC')
  }
  expect(isTimeZone('Not/AZone')).toBe(false)
  expect(resolveUserTimezone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('B039: the zones that count are exactly those of Intl', () => {
  const takes = (timeZone: string) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
    } catch {
      return false
    }
  }
  for (const zone of [
    ...Intl.supportedValuesOf('timeZone'),
    'Not/AZone',
    'UTC',
    'GMT+8',
    'etc/gmt+8',
    'Factory',
    'x',
  ]) {
    expect(isTimeZone(zone), zone).toBe(takes(zone))
  }
})

test('V26: only the strings 12 and 24 decide the format', () => {
  for (const hostFormat of ['12', '24'] as const) {
    expect(resolveUserTimeFormat('12', hostFormat)).toBe('12')
    expect(resolveUserTimeFormat('24', hostFormat)).toBe('24')
    for (const other of [12, 24, 'auto', '', null, undefined, {}]) {
      expect(resolveUserTimeFormat(other, hostFormat)).toBe(hostFormat)
    }
  }
  const { hour12 } = Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  expect(resolveUserTimeFormat()).toBe(hour12 ? '12' : '24')
})

test.each([
  [evening, 'America/Chicago', '24', 'Monday, January 5th, 2026 - 16:26'],
  [evening, 'America/Chicago', '12', 'Monday, January 5th, 2026 - 4:26 PM'],
  [new Date('2026-01-01T00:05:00Z'), 'UTC', '12', 'Thursday, January 1st, 2026 - 12:05 AM'],
  [new Date('2026-01-01T00:05:00Z'), 'UTC', '24', 'Thursday, January 1st, 2026 - 00:05'],
  [new Date('2026-11-11T23:59:59Z'), 'Asia/Kathmandu', '24', 'Thursday, November 12th, 2026 - 05:44'],
  [Date.parse('2026-03-29T01:00:00Z'), 'Europe/Paris', '24', 'Sunday, March 29th, 2026 - 03:00'],
  [0, 'Bad/Zone', '24', undefined],
  [Number.NaN, 'UTC', '24', undefined],
  [new Date(Number.NaN), 'UTC', '24', undefined],
] as const)('V27: %s in %s, %s hours', (instant, zone, format, expected) => {
  expect(formatUserTime(instant, zone, format)).toBe(expected)
})

test('V27: a status card shows local time with its zone and the same instant in UTC', () => {
  const lines = formatCurrentTimeLines({ instant: evening, timeZone: 'America/Chicago', format: '24' })
  expect(lines).toBe(
    'Current time: Monday, January 5th, 2026 - 16:26 (America/Chicago)\nReference UTC: 2026-01-05 22:26 UTC',
  )
  expect(formatCurrentTimeLines({ instant: 0, timeZone: 'Bad/Zone', format: '12' })).toBeUndefined()
})

test('the lines of an older turn are refreshed in place', () => {
  const at = (instant: number) => formatCurrentTimeLines({ instant, timeZone: 'UTC', format: '24' })!
  const [older, newer] = [at(0), at(86_400_000)]
  expect(refreshCurrentTimeLines(`a\n${older}\nb\n${older}\nc`, newer)).toBe(`a\n${newer}\nb\n\nc`)
  expect(refreshCurrentTimeLines(`a\n${older}\nb\n${older}`, newer)).toBe(`a\n${newer}\nb`)
  expect(refreshCurrentTimeLines('a  \n', newer)).toBe(`a\n${newer}`)
  expect(refreshCurrentTimeLines(' \n ', newer)).toBe('')
})

test.each([
  [{ envelopeTimezone: 'utc' }, {}, '[Channel Mon 2026-01-05T22:26:34Z]'],
  [{ envelopeTimezone: 'Asia/Kathmandu' }, {}, '[Channel Tue 2026-01-06 04:11:34 GMT+5:45]'],
  [{ envelopeTimezone: 'user', userTimezone: 'Europe/Paris' }, {}, '[Channel Mon 2026-01-05 23:26:34 GMT+1]'],
  [{}, {}, '[Channel Mon 2026-01-05 16:26:34 CST]'],
  [{ envelopeTimezone: 'Bad/Zone' }, {}, '[Channel Mon 2026-01-05T22:26:34Z]'],
  [{ envelopeTimestamp: 'off' }, { channel: 'Whats[App]', from: 'Ann\n B' }, '[Whats(App) Ann B]'],
] as const)('V28: the header of a message under %j', (defaults, parts, expected) => {
  const config = { agents: { defaults } }
  const request = { config, hostTimezone: 'America/Chicago', timestamp: evening, ...parts }
  expect(formatEnvelopeHeader(request)).toBe(expected)
})

test.each([
  [29_499, '+29s'],
  [29_500, '+1m'],
  [90_000, '+2m'],
  [5_400_000, '+2h'],
  [172_800_000, '+2d'],
])('V28: %i ms since the message before', (elapsed, expected) => {
  const config = { agents: { defaults: { envelopeTimezone: 'utc' } } }
  const request = { config, timestamp: evening, previousTimestamp: evening.getTime() - elapsed, from: 'a' }
  const shown = formatEnvelopeHeader(request)
  expect(shown).toBe(`[Channel a ${expected} Mon 2026-01-05T22:26:34Z]`)
  const off = { agents: { defaults: { envelopeTimezone: 'utc', envelopeElapsed: 'off' } } }
  expect(formatEnvelopeHeader({ ...request, config: off })).toBe('[Channel a Mon 2026-01-05T22:26:34Z]')
})

test('wrong arguments name the field', () => {
  for (const [call, message] of [
    [() => resolveUserTimezone(5 as never), 'configured must be a string, not a number'],
    [() => resolveUserTimeFormat('12', '13' as never), 'hostFormat must be one of 12, 24'],
    [() => formatUserTime('now' as never, 'UTC', '12'), 'instant must be a number, not a string'],
    [() => formatUserTime(0, 'UTC', 12 as never), 'format must be one of 12, 24, not a number'],
    [() => formatCurrentTimeLines({ timeZone: 'UTC', format: '12' } as never), 'params.instant is missing'],
    [
      () => formatCurrentTimeLines({ instant: Number.NaN, timeZone: 'UTC', format: '12' }),
      'instant must be a whole number of milliseconds since 1970 between the years -9999 and 9999; pass Date.now()',
    ],
    [() => formatEnvelopeHeader({ form: 'a' } as never), expect.stringMatching(/^params\.form is not a known key/)],
  ] as const) {
    expect(thrown(call)).toEqual({ code: 'ERR_INVALID_PARAMETER', message })
  }
})
