// Documentation, source and repository around generated folders.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import clawprompt from '../index.js'
import { outcome, tally } from './compare.mjs'
import { randomSource } from '../gateway/random-text.js'

const MOST = 300

export async function compareReferencePaths(peer, cases) {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'parity-'))
  try {
    return await compareIn(root, peer, Math.min(cases, MOST))
  } finally {
    fs.rmSync(root, { recursive: true })
  }
}

async function compareIn(root, peer, cases) {
  const reference = tally('documentation and source')
  const repository = tally('repositories')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    // A folder for each case, because the gateway remembers what it found.
    const tree = path.join(root, String(seed))
    const places = [
      grow(random, path.join(tree, 'one')),
      grow(random, path.join(tree, 'two')),
      grow(random, path.join(tree, 'three')),
    ]
    const workspaceDir = random.pick([undefined, places[0].inner, ` ${places[0].top} `, '', path.join(tree, 'none')])
    const module = random.pick([undefined, places[1].inner])
    const script = random.pick([undefined, places[1].script, places[2].script, path.join(tree, 'gone', 'x.js')])
    const currentDir = random.pick([places[2].inner, places[2].top])
    const theirs = await peer.resolveOpenClawReferencePaths({
      workspaceDir,
      argv1: script,
      cwd: currentDir,
      moduleUrl: module && pathToFileURL(path.join(module, 'm.js')).href,
    })
    const ours = await clawprompt.findReferencePaths({ workspaceDir, moduleDir: module, script, currentDir })
    reference.check(seed, { docsPath: ours.docsPath ?? null, sourcePath: ours.sourcePath ?? null }, theirs)

    const configured = random.pick([undefined, places[0].top, path.join(tree, 'none'), ' '])
    const repoWorkspace = random.pick([undefined, places[1].inner, places[2].top])
    const config = { agents: { defaults: { repoRoot: configured } } }
    const theirRoot = outcome(() => peer.resolveRepoRoot({ config, workspaceDir: repoWorkspace, cwd: currentDir }))
    repository.check(
      seed,
      clawprompt.findRepoRootSync({ configured, workspaceDir: repoWorkspace, currentDir }),
      theirRoot,
    )
  }
  return [reference, repository]
}

/** A folder that may be the gateway's package, a checkout, an installed package or nothing of the kind. */
function grow(random, top) {
  const installed = random.chance(0.5)
  const base = installed ? path.join(top, 'node_modules', 'openclaw') : top
  const inner = path.join(base, ...random.list(4, () => random.pick(['dist', 'a', 'b', 'node_modules'])))
  fs.mkdirSync(inner, { recursive: true })
  const put = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(base, name)), { recursive: true })
    fs.writeFileSync(path.join(base, name), text)
  }
  if (random.chance(0.7))
    put('package.json', random.pick(['{"name":"openclaw"}', '{"name":"openclaw"}', '{"name":"other"}', '{bad', '[]']))
  if (random.chance(0.6)) put('docs/docs.json', '')
  if (random.chance(0.4)) random.chance(0.5) ? put('.git/HEAD', '') : put('.git', 'gitdir: x')
  put('run.js', '')
  let script = path.join(base, 'run.js')
  if (installed && random.chance(0.6)) {
    const bin = path.join(top, 'node_modules', '.bin')
    fs.mkdirSync(bin, { recursive: true })
    script = path.join(bin, 'openclaw')
    if (random.chance(0.5)) fs.symlinkSync('../openclaw/run.js', script)
    else fs.writeFileSync(script, '')
  }
  return { top, inner, script }
}
