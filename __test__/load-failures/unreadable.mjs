// The user may not read the file.
import { chmodSync } from 'node:fs'

import { failure } from './failure.mjs'
import { asOrdinaryUser, binaryOf } from './package.mjs'

await failure(async ({ app, shell }) => {
  await shell('npm install clawprompt')
  chmodSync(app, 0o755)
  chmodSync(binaryOf(app), 0)
  return { prefix: asOrdinaryUser() }
})
