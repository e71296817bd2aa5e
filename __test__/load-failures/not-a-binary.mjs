// The file is a pointer or an error page instead of the binary.
import { writeFileSync } from 'node:fs'

import { failure } from './failure.mjs'
import { binaryOf } from './package.mjs'

await failure(async ({ app, shell }) => {
  await shell('npm install clawprompt')
  writeFileSync(binaryOf(app), '<html><body>502 Bad Gateway</body></html>'.padEnd(200))
})
