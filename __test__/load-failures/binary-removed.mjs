// The package is there and something took its binary away: a filter of file names, a virus scanner.
import { rmSync } from 'node:fs'

import { failure } from './failure.mjs'
import { binaryOf } from './package.mjs'

await failure(async ({ app, shell }) => {
  await shell('npm install clawprompt')
  rmSync(binaryOf(app))
})
