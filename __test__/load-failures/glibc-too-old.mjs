// The binary needs a newer glibc than the system has: one of the versions it asks for becomes 9.9.
import { readFileSync } from 'node:fs'

import { failure } from './failure.mjs'
import { binaryOf, patch } from './package.mjs'

await failure(
  async ({ app, shell }) => {
    await shell('npm install clawprompt')
    const file = binaryOf(app)
    const [version] = /GLIBC_2\.\d\d(?=\0)/.exec(readFileSync(file, 'latin1'))
    patch(file, `${version}\0`, 'GLIBC_9.99\0')
  },
  { remedy: false },
)
