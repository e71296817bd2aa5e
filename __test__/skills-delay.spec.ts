import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

import { BUILD_PROFILE, buildWorkspaceSkillSnapshot, buildWorkspaceSkillSnapshotSync, loadWorkspaceSkillEntries } from '../index.js'
import { expect, test } from 'vitest'

import { makePlace } from './skills-place.js'

const SKILLS = 400
const ATTEMPTS = 40
/** Milliseconds. Code that is not optimised takes several times as long in the call and in its result. */
const MOST = BUILD_PROFILE === 'release' ? 5 : 10

/** A workspace with many skills that no call has seen. */
function unseen() {
  const place = makePlace()
  const filler = 'Do one thing after the other and tell what came of it.\n'.repeat(80)
  for (let index = 0; index < SKILLS; index += 1) {
    const requires = '{"openclaw":{"requires":{"bins":["sh"],"env":["HOME"]}}}'
    place.write(
      `workspace/skills/skill-${index}/SKILL.md`,
      `---\nname: skill-${index}\ndescription: "Use when: thing ${index} comes up."\nmetadata: ${requires}\n---\n${filler}`,
    )
  }
  return place
}

const config = { skills: { limits: { maxCandidatesPerRoot: 1_000, maxSkillsLoadedPerSource: 1_000 } } }

/** Longest time in milliseconds that the event loop was held up while `work` ran on a cold workspace. */
async function held(work: (workspace: string, options: object) => unknown): Promise<number> {
  const place = unseen()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // The first tick only starts the clock.
  await sleep(5)
  await work(place.workspace, { host: place.host, config })
  await turn()
  await sleep(5)
  delay.disable()
  // A sample is the time between two ticks of a timer of one millisecond.
  return delay.max / 1e6 - 1
}

/**
 * The least of several attempts: what a call itself does to the event loop, it does in each of them, and what other
 * processes do to it, they do in some.
 */
async function leastHeld(work: (workspace: string, options: object) => unknown): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && least >= MOST; attempt += 1) least = Math.min(least, await held(work))
  return least
}

test('a cold scan of 400 skills holds the event loop up for less than 5 ms', async () => {
  const counts: number[] = []
  const snapshot = async (workspace: string, options: object) => {
    const made = await buildWorkspaceSkillSnapshot(workspace, options)
    counts.push(made.skills.length)
  }
  const entries = async (workspace: string, options: object) => {
    counts.push((await loadWorkspaceSkillEntries(workspace, options)).length)
  }
  expect(await leastHeld(snapshot)).toBeLessThan(MOST)
  expect(await leastHeld(entries)).toBeLessThan(MOST)
  expect(new Set(counts)).toEqual(new Set([SKILLS]))
})

test('the twin that blocks shows that the measurement would notice', async () => {
  const blocked = await held((workspace, options) => buildWorkspaceSkillSnapshotSync(workspace, options))
  expect(blocked).toBeGreaterThan(MOST)
})
