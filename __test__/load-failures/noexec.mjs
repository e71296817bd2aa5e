// node_modules is on a file system that runs no programs.
import { failure } from './failure.mjs'
import { sudo } from './package.mjs'

await failure(async ({ app, shell }) => {
  await shell(`mkdir node_modules && ${sudo} mount -t tmpfs -o noexec,mode=0777 tmpfs node_modules`)
  await shell('npm install clawprompt')
  return { after: () => shell(`${sudo} umount node_modules`) }
})
