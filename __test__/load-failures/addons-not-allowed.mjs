// Node's permission model is on, without addons.
import { failure } from './failure.mjs'
import { nodeOf } from './package.mjs'

await failure(
  async ({ shell }) => {
    await shell('npm install clawprompt')
    return { node: await nodeOf(24), flags: ['--permission', '--allow-fs-read=*'] }
  },
  { remedy: false },
)
