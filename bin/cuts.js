'use strict'

/**
 * Where a file was cut: the part of its text in the prompt that is not the file's own, with what it stands for.
 *
 * The text keeps a beginning and an end of the file; what lies between is the marker, and the digest if any.
 */
function cutOf(prompt, block, raw) {
  // The heading is ours, and the renderer leaves one blank line in a row.
  const heading = prompt.text.indexOf('\n', block.start) + 1
  const shown = prompt.text.slice(heading, block.end)
  const whole = raw.trimEnd().replace(/\n{3,}/g, '\n\n')
  if (heading <= block.start || shown.trimEnd() === whole) return undefined
  const first = commonPrefix(shown, whole)
  const last = Math.min(commonSuffix(shown, whole), shown.length - first, whole.length - first)
  const lineAt = (units) => whole.slice(0, units).split('\n').length
  const [was, is] = [whole.length, shown.length].map((length) => (length - first - last).toLocaleString('en-US'))
  return {
    start: heading + first,
    end: heading + shown.length - last,
    label: `Cut: lines ${lineAt(first)} to ${lineAt(whole.length - last)} of the file (${was} chars) stand here as ${is} chars`,
  }
}

function commonPrefix(left, right) {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return length
}

function commonSuffix(left, right) {
  let length = 0
  while (length < left.length && left[left.length - 1 - length] === right[right.length - 1 - length]) length += 1
  return length
}

module.exports = { cutOf }
