'use strict'

/** Whether the terminal wants colour; NO_COLOR and pipes do not. */
const colored = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR

const paint = (code) => (text) => (colored ? `\u001b[${code}m${text}\u001b[0m` : text)

const dim = paint(2)
const green = paint(32)
const red = paint(31)
const yellow = paint(33)

/** Rows as aligned columns; numbers stand right. The last column is not padded. */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => width(row[column]))))
  const cell = (value, column, row) => {
    const text = String(value)
    const padding = ' '.repeat(widths[column] - width(value))
    if (typeof value === 'number') return padding + text
    return column === row.length - 1 ? text : text + padding
  }
  return rows.map((row) => row.map((value, column) => cell(value, column, row)).join('  ').trimEnd())
}

function width(value) {
  return String(value).length
}

module.exports = { dim, green, red, table, yellow }
