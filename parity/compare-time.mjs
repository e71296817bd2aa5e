// Zones, local times, status lines and message headers.

import clawprompt from '../index.js'
import { outcome, tally } from './compare.mjs'
import { randomSource } from '../gateway/random-text.js'

const ZONES = [
  ...Intl.supportedValuesOf('timeZone'),
  'UTC',
  'PST',
  'EST',
  '+02:00',
  '-0330',
  '+14',
  'US/Pacific',
  'Etc/GMT+8',
  'GMT',
]
const BAD = ['Not/AZone', '', '  ', 'GMT+8', '+25:00', 'Factory', 'Europe/Paris\n## X']
const FIRST = Date.parse('1970-01-01T00:00:00Z')
/** Short names of zones in message headers are today's, so only messages of these years are compared. */
const FIRST_MESSAGE = Date.parse('2023-01-01T00:00:00Z')
/** The binary's zone data and Node's are of different years, so what is decided later may differ. */
const LAST = Date.parse('2026-01-01T00:00:00Z')

export function compareTime(peer, cases) {
  return [zones(peer, cases), formats(peer), times(peer, cases), lines(peer, cases), headers(peer, cases)]
}

function randomZone(random) {
  return random.respell(random.pick(random.chance(0.9) ? ZONES : BAD))
}

/** Minutes matter to the texts, milliseconds do not; whole seconds keep both sides on one side of a round. */
function randomInstant(random, first = FIRST) {
  return first + random.below((LAST - first) / 1000) * 1000
}

function zones(peer, cases) {
  const counts = tally('time zones')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const zone = random.chance(0.95) ? randomZone(random) : random.pick([undefined, random.text()])
    counts.check(seed, clawprompt.resolveUserTimezone(zone), peer.resolveUserTimezone(zone))
  }
  return counts
}

function formats(peer) {
  const counts = tally('time formats')
  for (const [index, format] of ['12', '24', 'auto', undefined, 12, 24, '', null].entries()) {
    counts.check(index, clawprompt.resolveUserTimeFormat(format), peer.resolveUserTimeFormat(format))
  }
  return counts
}

function times(peer, cases) {
  const counts = tally('local times')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const [instant, zone, format] = [new Date(randomInstant(random)), randomZone(random), random.pick(['12', '24'])]
    counts.check(
      seed,
      outcome(() => clawprompt.formatUserTime(instant, zone, format)),
      outcome(() => peer.formatUserTime(instant, zone, format)),
    )
  }
  return counts
}

function lines(peer, cases) {
  const counts = tally('time lines')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const instant = randomInstant(random)
    const defaults = { userTimezone: randomZone(random), timeFormat: random.pick(['12', '24', 'auto', undefined]) }
    const zone = clawprompt.resolveUserTimezone(defaults.userTimezone)
    const format = clawprompt.resolveUserTimeFormat(defaults.timeFormat)
    const at = (moment) => clawprompt.formatCurrentTimeLines({ instant: moment, timeZone: zone, format })
    const older = at(randomInstant(random))
    const text = random.pick([
      'do it',
      `do it  \n${older}`,
      `a\n${older}\nb\n${older}`,
      ' ',
      'x\nCurrent time: odd',
      random.text(),
    ])
    const theirs = outcome(() => peer.appendCronStyleCurrentTimeLine(text, { agents: { defaults } }, instant))
    counts.check(
      seed,
      outcome(() => clawprompt.refreshCurrentTimeLines(text, at(instant))),
      theirs,
    )
  }
  return counts
}

function headers(peer, cases) {
  const counts = tally('message headers')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const maybe = (make) => (random.chance(0.6) ? make() : undefined)
    const config = {
      agents: {
        defaults: {
          envelopeTimezone: maybe(() => random.pick(['utc', 'GMT', 'local', 'host', 'user', randomZone(random)])),
          userTimezone: maybe(() => randomZone(random)),
          envelopeTimestamp: maybe(() => random.pick(['on', 'off'])),
          envelopeElapsed: maybe(() => random.pick(['on', 'off'])),
        },
      },
    }
    const timestamp = maybe(() => randomInstant(random, FIRST_MESSAGE))
    const previousTimestamp =
      timestamp && maybe(() => timestamp - random.below(random.pick([60_000, 7_200_000, 864_000_000])) + 1000)
    const parts = {
      channel: random.pick(['Telegram', 'Whats[App]', '', random.text()]),
      from: maybe(() => random.text()),
      host: maybe(() => random.word()),
      ip: maybe(() => '10.0.0.1'),
      timestamp,
      previousTimestamp,
    }
    const envelope = outcome(() => peer.resolveEnvelopeFormatOptions(config))
    const theirs = outcome(() => peer.formatAgentEnvelope({ ...parts, body: '', envelope }).trimEnd())
    counts.check(
      seed,
      outcome(() => clawprompt.formatEnvelopeHeader({ config, ...parts })),
      theirs,
    )
  }
  return counts
}
