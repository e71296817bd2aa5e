// Yarn 4 was told to install for another platform only.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import { failure } from './failure.mjs'
import { configureBerry } from './package.mjs'

await failure(
  async ({ app, shell, registry }) => {
    configureBerry(app, registry.address, 'node-modules')
    appendFileSync(join(app, '.yarnrc.yml'), 'supportedArchitectures: { os: [darwin], cpu: [arm64] }\n')
    await shell('yarn add clawprompt')
  },
  { managers: ['berry'] },
)
