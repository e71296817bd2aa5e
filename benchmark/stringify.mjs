// Renders a 60 KB prompt through the addon from scratch (the workspace changes with each call, so that nothing
// remembered is of use) and compares the time with what
// JSON.stringify takes on the resulting text. Medians in one process; the result is flattened inside the timer.
//
//   node benchmark/stringify.mjs [--check]      --check fails when a ratio is above a third

import { BUILD_PROFILE, buildAgentSystemPrompt } from '../index.js'
import { median } from './statistics.mjs'

const ROUNDS = 200
// Whatever else runs on the machine slows both sides, but not alike: the block that was disturbed least counts.
const BLOCKS = 5
// Past the first collections, so that buffers are no longer new to the process.
const WARM_UP = 1_000
const CEILING = 1 / 3

const ALPHABETS = {
  Latin: 'The quick brown fox jumps over the lazy dog. ',
  mixed: 'Largely Latin text, with a word like \u0436\u0443\u043a or \u65e5\u672c here and there. ',
  CJK: '\u4e16\u754c\u4e2d\u304c\u8a9e\u3067\u66f8\u304b\u308c\u305f\u6587\u7ae0\u3002\u{1f600}',
}

if (BUILD_PROFILE !== 'release') {
  console.error('this is a debug binary; run npm run build first')
  process.exit(1)
}

const failed = []
for (const [name, phrase] of Object.entries(ALPHABETS)) {
  const content = () => phrase.repeat(Math.ceil(20_000 / phrase.length)).slice(0, 20_000)
  const params = (round) => ({
    workspaceDir: `/home/user/workspace${round}`,
    contextFiles: ['AGENTS.md', 'SOUL.md', 'USER.md'].map((path) => ({ path, content: content() })),
    runtimeInfo: { channel: 'telegram', model: 'provider/model' },
  })
  let round = 0
  const block = (rounds) => {
    const render = []
    const stringify = []
    for (const end = round + rounds; round < end; round += 1) {
      const fresh = params(round)
      const start = process.hrtime.bigint()
      const prompt = buildAgentSystemPrompt(fresh)
      prompt.charCodeAt(prompt.length - 1)
      const rendered = process.hrtime.bigint()
      JSON.stringify(prompt)
      const stringified = process.hrtime.bigint()
      render.push(Number(rendered - start))
      stringify.push(Number(stringified - rendered))
    }
    return { render: median(render), stringify: median(stringify) }
  }
  block(WARM_UP)
  const blocks = Array.from({ length: BLOCKS }, () => block(ROUNDS))
  const { render, stringify } = blocks.sort((a, b) => a.render / a.stringify - b.render / b.stringify)[0]
  const ratio = render / stringify
  const length = buildAgentSystemPrompt(params(0)).length
  console.log(
    `${name}: ${length} units, render ${micro(render)} us, JSON.stringify ${micro(stringify)} us, ratio ${ratio.toFixed(3)}`,
  )
  if (ratio > CEILING) failed.push(name)
}
if (process.argv.includes('--check') && failed.length > 0) {
  console.error(`above a third: ${failed.join(', ')}`)
  process.exitCode = 1
}

function micro(nanoseconds) {
  return (nanoseconds / 1_000).toFixed(1)
}
