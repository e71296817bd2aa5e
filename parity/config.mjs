// Compares what config, session, time, documentation and guard come to with the gateway, on generated
// input and in four locales.
//
//   node run.mjs config.mjs [CASES]
//
// Prints counts. Exit code 1 on any difference that is not a listed intended one; those are also in
// docs/parity.md with their reasons.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { comparePromptSettings } from './compare-settings.mjs'
import { compareContributions } from './compare-contributions.mjs'
import { compareGuard } from './compare-guard.mjs'
import { compareReferencePaths } from './compare-paths.mjs'
import { compareSessions } from './compare-sessions.mjs'
import { compareTime } from './compare-time.mjs'
import { report } from './compare.mjs'
import { loadPeer, processLocale } from './peer.mjs'

const LOCALES = ['en-US', 'de-DE', 'sv-SE', 'ja-JP']
const AREAS = ['renderer', 'config', 'time', 'docs', 'session', 'contributions']

/** Runs this script once in each locale, which a process cannot change. */
function inEveryLocale(cases) {
  let status = 0
  for (const locale of LOCALES) {
    const env = { ...process.env, LC_ALL: `${locale.replace('-', '_')}.UTF-8` }
    const args = [fileURLToPath(import.meta.url), String(cases), '--in', locale]
    const child = spawnSync(process.execPath, args, { env, stdio: 'inherit' })
    if (child.error) throw child.error
    status ||= child.status ?? 1
  }
  return status
}

async function here(cases, locale) {
  if (processLocale() !== locale) throw new Error(`this process collates in ${processLocale()}, not in ${locale}`)
  const peer = await loadPeer(undefined, { areas: AREAS })
  const parts = [
    comparePromptSettings,
    compareSessions,
    compareContributions,
    compareTime,
    compareReferencePaths,
    compareGuard,
  ]
  let different = 0
  console.log(locale)
  for (const part of parts) {
    for (const tally of await part(peer, cases, locale)) {
      console.log(report(tally))
      different += tally.counts.different.length
    }
  }
  return different === 0 ? 0 : 1
}

const [cases = '1000', flag, locale] = process.argv.slice(2)
process.exitCode = flag === '--in' ? await here(Number(cases), locale) : inEveryLocale(Number(cases))
