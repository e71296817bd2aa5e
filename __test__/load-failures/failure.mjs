// What the programs of this folder share: each makes one failure for real, shows the message that a user gets,
// runs the command of that message and shows whether the package loads then.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { emptyFolder, installTools, manager, pack, root, run, serve, succeed, sudo, temporary } from './package.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Packed packages: those that the environment names, so that many programs share them. */
async function packed() {
  const shared = process.env.CLAWPROMPT_PACKED
  if (shared && existsSync(join(shared, 'packed.json'))) return JSON.parse(readFileSync(join(shared, 'packed.json'), 'utf8'))
  const folder = shared ?? temporary('packed')
  // Two releases: one has this repository's version, and the next finds that binary too old.
  const packages = [...(await pack(folder, '99.0.0')), ...(await pack(folder))]
  writeFileSync(join(folder, 'packed.json'), JSON.stringify(packages))
  return packages
}

/** Command lines for the package managers, so that a message's command runs as it is written. */
function commands(app, names) {
  const folder = join(app, '.bin')
  mkdirSync(folder, { recursive: true })
  for (const name of names) {
    const [command, args] = manager(name, [])
    const file = join(folder, name === 'berry' ? 'yarn' : name)
    writeFileSync(file, `#!/bin/sh\nexec ${command} ${args.join(' ')} "$@"\n`)
    chmodSync(file, 0o755)
  }
  return { PATH: `${folder}:${process.env.PATH}` }
}

const LOAD = `
  try { require('clawprompt').buildAgentSystemPrompt({ workspaceDir: '/ws' }); console.log('loads') }
  catch (error) { console.log(error.code); console.log(error.message); if (!error.cause && !/_VERSION$/.test(error.code)) console.log('without a cause') }`

/**
 * @param arrange makes the failure in the empty folder `app`; may return how to run Node there: `node` its path, `prefix` a
 *   command that starts it, `flags` and `env` for it, `before` code that runs first; `after` cleans up
 */
export async function failure(arrange, { managers = ['npm'], remedy = true, versions = [version] } = {}) {
  await installTools()
  const packages = (await packed()).filter(({ manifest }) => manifest.name === 'd3-hierarchy' || versions.includes(manifest.version))
  const registry = await serve(packages)
  const app = emptyFolder(registry.address)
  const path = commands(app, managers.filter((name) => name !== 'npm'))
  const shell = (line, env) => succeed(app, 'sh', ['-c', line], { ...path, ...env })
  try {
    const { before = '', flags = [], env = {}, node = process.execPath, after, prefix = [] } = (await arrange({ app, shell, registry })) ?? {}
    const load = async () => {
      const [command, ...rest] = [...prefix, node, ...flags, '-e', before + LOAD]
      const { code, stdout, stderr } = await run(app, command, rest, env)
      return stdout.trim() || `exit ${code}: ${stderr}`
    }
    const said = await load()
    const show = (text) => console.log(text.replaceAll(app, 'APP').replaceAll(version, 'VERSION'))
    show(said)
    const command = /run "([^"]+)"/.exec(said)?.[1]
    if (remedy && !command) console.log('no command')
    if (remedy && command) {
      await shell(command.startsWith('mount') ? `${sudo} ${command}` : command)
      show(`then: ${await load()}`)
    }
    await after?.()
  } finally {
    registry.close()
    rmSync(app, { recursive: true, force: true })
  }
}
