// node scripts/check-size.mjs FILE...
// Fails when a release binary is larger than the ceiling; docs/operations-install.md says what is in it.

import { statSync } from 'node:fs'

const CEILING = 9_000_000

const files = process.argv.slice(2)
if (files.length === 0) throw new Error('name at least one file')
for (const file of files) {
  const { size } = statSync(file)
  console.log(`${file}: ${size} bytes, at most ${CEILING}`)
  if (size > CEILING) process.exitCode = 1
}
