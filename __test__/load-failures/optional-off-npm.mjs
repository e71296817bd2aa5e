// npm leaves optional dependencies out: `--omit=optional`, or `omit=optional` in an .npmrc.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import { failure } from './failure.mjs'

await failure(async ({ app, shell }) => {
  appendFileSync(join(app, '.npmrc'), 'omit=optional\n')
  await shell('npm install clawprompt')
})
