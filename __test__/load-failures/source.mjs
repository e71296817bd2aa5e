// `npm pack` in the repository packs the source: the binary is in packages of its own, which only a release names.
import { failure } from './failure.mjs'
import { root, succeed } from './package.mjs'

await failure(
  async ({ app, shell }) => {
    const [{ filename }] = JSON.parse(await succeed(root, 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', app]))
    await shell(`npm install ./${filename}`)
  },
  { remedy: false },
)
