// The disk was full: the file is there and empty.
import { truncateSync } from 'node:fs'

import { failure } from './failure.mjs'
import { binaryOf } from './package.mjs'

await failure(async ({ app, shell }) => {
  await shell('npm install clawprompt')
  truncateSync(binaryOf(app), 0)
})
