// The figures of a run as Markdown tables.

import { round, table } from './statistics.mjs'

/** Times of one call: p10 / p50 / p99 in microseconds, the ratio of medians, and the same for the control. */
export function casesTable({ cases }) {
  const rows = cases.map(({ kilobytes, alphabet, name, figures: { peer, addon, control } }) => [
    `${kilobytes} KB ${alphabet}, ${name}`,
    quantiles(peer),
    quantiles(addon),
    times(peer.p50, addon.p50),
    quantiles(control),
    times(peer.p50, control.p50),
  ])
  return table(['us: p10 / p50 / p99', 'gateway', 'addon', 'times', 'gateway with the same memory', 'times'], rows)
}

/** Means of long runs, with all that collecting garbage costs. */
export function sustainedTable({ sustained }) {
  const rows = Object.entries(sustained).flatMap(([name, { peer, addon, control }]) =>
    ['mean', 'cpu'].map((member) => [
      `${name}, ${member === 'cpu' ? 'processor time' : 'mean'}`,
      peer[member],
      addon[member],
      times(peer[member], addon[member]),
      control[member],
    ]),
  )
  return table(['60 KB mixed, us a call', 'gateway', 'addon', 'times', 'gateway with the same memory'], rows)
}

/** Goals, and for each result what was measured. */
export function goalsTable(results) {
  const cell = ({ measured, met }) => `${measured}${met ? '' : ' **missed**'}`
  const rows = results[0].goals.map(({ goal, must, most }, index) => [
    goal,
    `${most ? '<=' : '>='} ${must}`,
    ...results.map(({ goals }) => cell(goals[index])),
  ])
  return table(['', 'goal', ...results.map(({ node }) => `Node ${node}`)], rows)
}

/** How many times as long the first takes. */
export function times(first, second) {
  return `${round(first / second)}x`
}

function quantiles({ p10, p50, p99 }) {
  return `${p10} / **${p50}** / ${p99}`
}
