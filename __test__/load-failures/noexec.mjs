// node_modules is on a file system that runs no programs.
import { failure } from './failure.mjs'
import { root, run, sudo } from './package.mjs'

const probe = await run(root, 'sh', ['-c', `d=$(mktemp -d) && ${sudo} mount -t tmpfs -o noexec tmpfs $d && ${sudo} umount $d`])
if (probe.code !== 0) {
  console.log('needs the right to mount')
  process.exit()
}

await failure(async ({ app, shell }) => {
  await shell(`mkdir node_modules && ${sudo} mount -t tmpfs -o noexec,mode=0777 tmpfs node_modules`)
  await shell('npm install clawprompt')
  return { after: () => shell(`${sudo} umount node_modules`) }
})
