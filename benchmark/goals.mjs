// What the figures have to reach, as ratios to the gateway's median in the same run, and whether they do.

import { round } from './statistics.mjs'

/**
 * Every goal with what was measured.
 *
 * @param {object} figures what benchmark/measure.mjs found
 * @returns {{goal: string, must: number, measured: number, met: boolean, most?: boolean}[]} `most` marks a goal that
 *   is a highest value
 */
export function judge(figures) {
  const { cases, sustained, wholeTurn, skills, cold, memory, workers } = figures
  const goals = []
  const least = (goal, must, measured) => goals.push({ goal, must, measured: round(measured), met: measured >= must })
  const most = (goal, must, measured) => goals.push({ goal, must, measured: round(measured), met: measured <= must, most: true })
  const times = (name, size, alphabet = 'mixed') => {
    const { peer, addon } = caseOf(cases, name, size, alphabet)
    return peer.p50 / addon.p50
  }
  const lasting = (name, member) => sustained[name].peer[member] / sustained[name].addon[member]

  least('60 KB unchanged, fresh objects, sliced strings', 40, times('unchanged, sliced strings', 60))
  least('60 KB unchanged, fresh objects, new strings', 40, times('unchanged, new strings', 60))
  least('6 KB unchanged', 10, times('unchanged, sliced strings', 6))
  least('240 KB unchanged', 90, times('unchanged, sliced strings', 240))
  least('60 KB, 64 sessions in turn', 30, times('64 sessions in turn', 60))
  least('60 KB, suffix changes: median', 12, times('suffix changes', 60))
  least('60 KB, suffix changes: mean with garbage collection', 4, lasting('suffix changes', 'mean'))
  least('60 KB, suffix changes: processor time', 2.5, lasting('suffix changes', 'cpu'))
  for (const name of ['one file edited', 'workspace changes']) {
    least(`60 KB, ${name}: median`, 8, times(name, 60))
    least(`60 KB, ${name}: mean with garbage collection`, 4, lasting(name, 'mean'))
  }
  for (const name of ['unchanged, sliced strings', 'suffix changes', 'workspace changes']) {
    least(`CJK and emoji over Latin: ${name}`, 0.9, times(name, 60, 'CJK') / times(name, 60, 'Latin'))
  }
  const turnTimes = (name) => wholeTurn[name].peer.p50 / wholeTurn[name].addon.p50
  least('whole turn, unchanged', 30, turnTimes('unchanged'))
  least('whole turn, suffix changes', 20, turnTimes('suffix changes'))
  least('whole turn, one file rewritten', 6, turnTimes('one file rewritten'))
  least('150 skills, cold', 6, skills.cold.peer / skills.cold.prompt)
  least('150 skills, validated', 30, skills.warm.peer / skills.warm.prompt)
  least('first build in a cold process', 5, cold.first.peer / cold.first.addon)
  const same = (size) => caseOf(cases, 'unchanged, same strings', size, 'mixed').addon.p50
  most('240 KB over 6 KB, unchanged, same strings', 1.2, same(240) / same(6))
  most('memory over 20,000 changed calls: MB more in the last quarter than in the second', 20, memory.growth)
  most('1,000 worker starts: KB more with each, less what Node keeps itself', 16, workers.growth - Math.max(0, workers.withoutAddon.growth))
  return goals
}

/** The figures of a case. */
export function caseOf(cases, name, size, alphabet) {
  return cases.find((one) => one.name === name && one.kilobytes === size && one.alphabet === alphabet).figures
}
