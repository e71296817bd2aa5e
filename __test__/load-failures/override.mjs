// The environment names a binary that does not exist.
import { failure } from './failure.mjs'

await failure(
  async ({ shell }) => {
    await shell('npm install clawprompt')
    return { env: { NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere/clawprompt.node' } }
  },
  { remedy: false },
)
