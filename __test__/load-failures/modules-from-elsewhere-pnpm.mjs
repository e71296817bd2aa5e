// The same with pnpm.
import { failure } from './failure.mjs'

await failure(
  async ({ shell }) => {
    await shell('pnpm add --os=darwin --cpu=arm64 clawprompt')
  },
  { managers: ['pnpm'] },
)
