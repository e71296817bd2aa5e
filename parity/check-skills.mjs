// Compares skills with the installed gateway's: the header reader over a corpus, and the list over generated
// directories at every limit from 0 past its full size that changes it. Ends with 1 when something differs that
// is not listed as intended. Prints counts, seeds and inputs, never a sentence of the gateway.
//
//   node run.mjs check-skills.mjs [--headers N] [--trees N] [--seed N]

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    headers: { type: 'string', default: '2000' },
    trees: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})

// The gateway reads its home when it starts, so it starts in one that is ours.
if (process.env.PARITY_SKILLS_HOME === undefined) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'skills-home-'))
  const bundled = path.join(home, 'bundled')
  const env = { ...process.env, HOME: home, OPENCLAW_BUNDLED_SKILLS_DIR: bundled, PARITY_SKILLS_HOME: home }
  for (const name of ['OPENCLAW_HOME', 'OPENCLAW_STATE_DIR', 'OPENCLAW_CONFIG_PATH', 'USERPROFILE']) delete env[name]
  try {
    const script = fileURLToPath(import.meta.url)
    const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit', env })
    process.exitCode = status ?? 1
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
} else {
  await compare()
}

async function compare() {
  // The gateway reports on both streams what it skips.
  const say = (text) => fs.writeSync(1, text)
  process.stdout.write = process.stderr.write = () => true
  const { loadPeer } = await import('./peer.mjs')
  const { compareHeaders, compareLists } = await import('./skills/compare.mjs')
  const { ownSide, peerSide } = await import('./skills/sides.mjs')
  const clawprompt = await import('../index.js')
  const peer = await loadPeer(undefined, { areas: ['skills'] })
  const sides = [peerSide(peer), ownSide(clawprompt, peer)]
  const seed = Number(values.seed)

  const headers = compareHeaders(...sides, { count: Number(values.headers), seed })
  for (const { text, theirs, own } of headers.different.slice(0, 20)) {
    say(`${JSON.stringify(text)}\n  theirs ${theirs}\n  ours   ${own}\n`)
  }
  say(
    `headers: ${headers.compared} compared, ${headers.intended} different on purpose,` +
      ` ${headers.different.length} different otherwise\n`,
  )

  const home = process.env.PARITY_SKILLS_HOME
  const bundled = process.env.OPENCLAW_BUNDLED_SKILLS_DIR
  const lists = compareLists(...sides, { trees: Number(values.trees), seed, home, bundled })
  for (const { seed, limits, what } of lists.different.slice(0, 20)) {
    say(`tree of seed ${seed} at ${JSON.stringify(limits)}: ${what}\n`)
  }
  say(
    `lists: ${lists.lists} compared over ${lists.trees} trees with ${lists.skills} skills,` +
      ` ${lists.boundaries} limits at which the list changes, ${lists.different.length} trees differ\n`,
  )
  process.exit(headers.different.length + lists.different.length === 0 ? 0 : 1)
}
