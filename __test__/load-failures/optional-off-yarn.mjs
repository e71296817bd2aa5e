// Yarn 1 leaves optional dependencies out.
import { failure } from './failure.mjs'

await failure(async ({ shell }) => void (await shell('yarn add --ignore-optional clawprompt')), { managers: ['yarn'] })
