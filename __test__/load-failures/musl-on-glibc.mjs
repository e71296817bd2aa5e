// The binary is linked to musl, whose library is `libc.so`, and the system has glibc.
import { failure } from './failure.mjs'
import { binaryOf, patch } from './package.mjs'

await failure(async ({ app, shell }) => {
  await shell('npm install clawprompt')
  patch(binaryOf(app), 'libc.so.6\0', 'libc.so\0\0\0')
})
