// pnpm leaves optional dependencies out.
import { failure } from './failure.mjs'

await failure(async ({ shell }) => void (await shell('pnpm add --no-optional clawprompt')), { managers: ['pnpm'] })
