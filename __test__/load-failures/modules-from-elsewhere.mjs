// node_modules was installed on another machine and copied here, into a container for example.
import { failure } from './failure.mjs'

await failure(async ({ shell }) => void (await shell('npm install --os=darwin --cpu=arm64 clawprompt')))
