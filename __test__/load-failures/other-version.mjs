// Package and binary are of different releases, by an override for example.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { failure } from './failure.mjs'
import { root, target } from './package.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

await failure(
  async ({ app, shell }) => {
    const overrides = { [`clawprompt-${target}`]: version }
    writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', private: true, overrides }))
    await shell('npm install clawprompt@99.0.0')
  },
  { versions: [version, '99.0.0'], remedy: false },
)
