// npm before 11.3 writes a lock file that lists only the platform it ran on, when it finds node_modules without
// one; then someone installs from that lock file on another platform.
import { failure } from './failure.mjs'
import { root, succeed } from './package.mjs'

await failure(async ({ shell }) => {
  const npm = `node ${(await succeed(root, 'npx', ['--yes', '--package=npm@10.8.2', '-c', 'realpath $(which npm)'])).trim()}`
  await shell(`${npm} install --os=darwin --cpu=arm64 clawprompt`)
  await shell(`rm package-lock.json && ${npm} install --os=darwin --cpu=arm64`)
  await shell(`rm -rf node_modules && ${npm} ci`)
})
