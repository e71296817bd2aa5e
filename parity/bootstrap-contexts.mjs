// Compares context that is made at call time: daily notes, the refresh after a compaction, completion markers.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { randomSource } from '../gateway/random-text.js'

function directory(make) {
  const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'parity-context-')))
  return Promise.resolve(make(place)).finally(() => fs.rmSync(place, { recursive: true, force: true }))
}

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati', 'nowhere', undefined]

/** The blocks of notes, without the header and the last line, whose words are each side's own. */
const blocks = (text) => text?.slice(text.indexOf('\n\n')).replace(/\n\.\.\.\[additional [a-z ]+\]\.\.\.$/, '\n(more)')

export async function compareNotes({ peer, ours, compare, intend, count, first }) {
  for (let seed = first; seed < first + count; seed += 1) {
    await directory(async (workspaceDir) => {
      const random = randomSource(seed)
      const nowMs = Date.UTC(2026, random.below(12), 1 + random.below(28), random.below(24), random.below(60))
      fs.mkdirSync(path.join(workspaceDir, 'memory'))
      for (let day = -1; day < 4; day += 1) {
        const date = new Date(nowMs - day * 86_400_000).toISOString().slice(0, 10)
        for (const suffix of ['', '-a', '-b', '-c', '-d', '-e']) {
          if (!random.chance(suffix === '' ? 0.7 : 0.3)) continue
          const file = path.join(workspaceDir, 'memory', `${date}${suffix}.md`)
          fs.writeFileSync(file, note(random))
          const time = new Date(nowMs - random.below(5) * 1_000)
          fs.utimesSync(file, time, time)
        }
      }
      const some = (values) => (random.chance(0.4) ? random.pick(values) : undefined)
      const startupContext = {
        dailyMemoryDays: some([1, 3, 14, 0, 99, 'x']),
        maxFileBytes: some([10, 100, 65_536, 0, 1e9]),
        maxFileChars: some([1, 20, 1_300, 10_000, 0]),
        maxTotalChars: some([1, 95, 113, 200, 1_000, 50_000]),
      }
      const cfg = { agents: { defaults: { userTimezone: random.pick(ZONES), startupContext } } }
      const request = { workspaceDir, cfg, nowMs }
      const prelude = (await peer.buildSessionStartupContextPrelude(request)) ?? undefined
      const isBare = prelude?.includes('\n\n') === false
      if (isBare) intend('no-bare-header')
      const theirs = isBare ? undefined : blocks(prelude)
      const own = blocks(await ours.buildSessionStartupContextPrelude({ ...request, hostTimezone: hostZone() }))
      compare('start-up context', seed, theirs, own)
    })
  }
}

const hostZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** No emoji: where one is cut in half, the gateway keeps the half. */
function note(random) {
  const line = () => random.pick(['- called Olena', '```', '[x]\ty', 'Θάλασσα', 'a '.repeat(60), '', '  '])
  return random.list(random.pick([2, 12, 40]), line).join('\n')
}

export async function compareRefreshes({ peer, ours, compare, count, first }) {
  for (let seed = first; seed < first + count; seed += 1) {
    await directory(async (workspaceDir) => {
      const random = randomSource(seed)
      const line = () => random.pick(['## Session Startup', '## Red Lines', '### red lines', '## Every Session', '## Safety', '# Top', '## Other ##', '  ## Red Lines', '```', 'Never. YYYY-MM-DD', 'x'.repeat(50), '', '\r'])
      if (random.chance(0.9)) fs.writeFileSync(path.join(workspaceDir, 'AGENTS.md'), random.list(40, line).join('\n'))
      const names = ['Session Startup', 'Red Lines', 'red lines', ' Other ', 'Every Session', '', 'Gone']
      const sections = random.chance(0.5) ? ['Red Lines', 'Session Startup'] : random.list(3, () => random.pick(names))
      const postCompactionMaxChars = random.chance(0.4) ? random.pick([1, 10, 100, 50_000]) : undefined
      const cfg = {
        agents: {
          defaults: {
            userTimezone: random.pick(ZONES),
            timeFormat: random.pick([undefined, '12', '24', 'auto']),
            compaction: { postCompactionSections: sections },
            contextLimits: { postCompactionMaxChars },
          },
        },
      }
      const options = { cfg, agentId: 'main', nowMs: Date.UTC(2026, 6, 15, random.below(24), 30) }
      const theirs = shape((await peer.readPostCompactionContext(workspaceDir, options)) ?? undefined)
      const own = shape(await ours.readPostCompactionContext(workspaceDir, { ...options, hostTimezone: hostZone() }))
      compare('post-compaction excerpt', seed, theirs, own)
    })
  }
}

/** Label, excerpt and time; the two sentences between label and excerpt are each side's own words. */
function shape(text) {
  const parts = text?.split('\n\n')
  return parts && [parts[0], ...parts.slice(3)]
}

export async function compareTranscripts({ peer, ours, compare, count, first }) {
  const marker = JSON.stringify({ type: 'custom', customType: 'openclaw:bootstrap-context:full', data: {} })
  const lines = [marker, '{"type":"message"}', '{"type":"compaction"}', 'not json', '', ' ', '{"type":"custom"}', 'null', '5']
  for (let seed = first; seed < first + count; seed += 1) {
    await directory(async (place) => {
      const random = randomSource(seed)
      const file = path.join(place, 'transcript.jsonl')
      const filler = random.chance(0.2) ? `{"type":"message","text":"${'x'.repeat(random.pick([1_000, 300_000]))}"}` : '{"type":"message"}'
      const most = random.pick([3, 20, 700])
      const text = random.list(most, () => (random.chance(0.03) ? random.pick(lines) : random.chance(0.02) ? filler : lines[1]))
      if (random.chance(0.5)) text.splice(random.below(text.length + 1), 0, marker)
      fs.writeFileSync(file, text.join('\n'))
      compare('completion marker', seed, await peer.hasCompletedBootstrapTurn(file), await ours.hasCompletedBootstrapTurn(file))
    })
  }
}
