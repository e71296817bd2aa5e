// A platform that no package is published for. Node is told that it runs there.
import { failure } from './failure.mjs'

await failure(
  async ({ shell }) => {
    await shell('npm install clawprompt')
    return { before: `Object.defineProperty(process, 'arch', { value: 'ia32' });` }
  },
  { remedy: false },
)
