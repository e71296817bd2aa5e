// Node 18, which is too old.
import { failure } from './failure.mjs'
import { nodeOf } from './package.mjs'

await failure(
  async ({ shell }) => {
    await shell('npm install --engine-strict=false clawprompt')
    return { node: await nodeOf(18) }
  },
  { remedy: false },
)
