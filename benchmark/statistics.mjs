// Figures from times in nanoseconds, and tables.

/** Percentile `share` (0 to 1) of the values. */
export function percentile(values, share) {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export function median(values) {
  return percentile(values, 0.5)
}

/** p10, p50, p99 and mean in microseconds. */
export function spread(nanoseconds) {
  const micro = (value) => round(value / 1_000)
  const sum = nanoseconds.reduce((total, value) => total + value, 0)
  return {
    p10: micro(percentile(nanoseconds, 0.1)),
    p50: micro(median(nanoseconds)),
    p99: micro(percentile(nanoseconds, 0.99)),
    mean: micro(sum / nanoseconds.length),
  }
}

/** Three significant digits. */
export function round(value) {
  return Number(value.toPrecision(3))
}

/** Rows as a Markdown table, columns as wide as their longest cell. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [line(cells[0]), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.slice(1).map(line)].join('\n')
}
