// The package has the right name and the binary of another processor.
import { failure } from './failure.mjs'
import { binaryOf, overwrite } from './package.mjs'

await failure(async ({ app, shell }) => {
  await shell('npm install clawprompt')
  // The machine in the header of an ELF file: 183 is ARM's 64-bit.
  overwrite(binaryOf(app), 18, Buffer.from([183, 0]))
})
