// The package as it would be published, a registry that has it, and empty folders that install from there.

import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tools = join(root, 'tools/node_modules')
const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime

/** This platform, as packages name it. */
export const target = { linux: `linux-${process.arch}-${musl ? 'musl' : 'gnu'}`, win32: `win32-${process.arch}-msvc` }[process.platform] ?? `${process.platform}-${process.arch}`

/** An empty directory. */
export const temporary = (name) => realpathSync(mkdtempSync(join(tmpdir(), `clawprompt-${name}-`)))

/** Runs a program; resolves with its exit code and what it printed. Never rejects. */
export function run(cwd, command, args, env = {}) {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 26 }
    execFile(command, args, options, (error, stdout, stderr) => resolve({ code: error ? (error.code ?? error.signal) : 0, stdout, stderr }))
  })
}

/** The same; rejects when the program fails. */
export async function succeed(cwd, command, args, env) {
  const result = await run(cwd, command, args, env)
  if (result.code !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.code}\n${result.stdout}\n${result.stderr}`)
  return result.stdout
}

/** Puts pnpm, yarn and the bundlers in `tools/node_modules`, once. */
export async function installTools() {
  if (!existsSync(join(tools, '.package-lock.json'))) await succeed(join(root, 'tools'), 'npm', ['ci', '--no-audit', '--no-fund'])
}

const scripts = {
  pnpm: 'pnpm/bin/pnpm.cjs',
  yarn: 'yarn/bin/yarn.js',
  berry: '@yarnpkg/cli-dist/bin/yarn.js',
}

/** Command line of a package manager, or of another program by its name. */
export function manager(name, args) {
  return scripts[name] ? [process.execPath, [join(tools, scripts[name]), ...args]] : [name, args]
}

/**
 * Packs the package and all platform packages as a release does; resolves with their manifests and files.
 * Only the binary of this platform is real. `version` is another one than that of the repository.
 */
export async function pack(folder, version) {
  const work = join(folder, 'work')
  const [{ files }] = JSON.parse(await succeed(root, 'npm', ['pack', '--dry-run', '--json', '--ignore-scripts']))
  for (const { path } of files) cpSync(join(root, path), join(work, path))
  cpSync(join(root, 'npm'), join(work, 'npm'), { recursive: true })
  for (const name of readdirSync(join(work, 'npm'))) {
    const binary = join(work, 'npm', name, `clawprompt.${name}.node`)
    if (name === target) cpSync(join(root, basename(binary)), binary)
    else writeFileSync(binary, 'not for this platform')
  }
  // A debug build has symbols of 100 MB.
  const binary = join(work, 'npm', target, `clawprompt.${target}.node`)
  if (process.platform !== 'win32') execFileSync('strip', ['-S', binary])
  const napi = join(root, 'node_modules/.bin/napi')
  if (version) {
    await succeed(work, 'npm', ['version', version, '--no-git-tag-version'])
    await succeed(work, napi, ['version'])
  }
  await succeed(work, napi, ['pre-publish', '--skip-optional-publish', '--no-gh-release'])
  const folders = [work, ...readdirSync(join(work, 'npm')).map((name) => join(work, 'npm', name)), join(root, 'node_modules/d3-hierarchy')]
  const packed = JSON.parse(await succeed(folder, 'npm', ['pack', '--json', '--ignore-scripts', ...folders]))
  return packed.map((entry, index) => ({
    manifest: JSON.parse(readFileSync(join(folders[index], 'package.json'), 'utf8')),
    integrity: entry.integrity,
    shasum: entry.shasum,
    file: join(folder, entry.filename),
  }))
}

/** Serves packed packages as an npm registry does; resolves with its address and a function that ends it. */
export async function serve(packages) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.slice(1))
    const tarball = packages.find(({ file }) => basename(file) === path)
    if (tarball) return response.end(readFileSync(tarball.file))
    const versions = packages.filter(({ manifest }) => manifest.name === path)
    if (versions.length === 0) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    const dist = ({ file, integrity, shasum }) => ({ tarball: `${address}${basename(file)}`, integrity, shasum })
    return response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        name: path,
        'dist-tags': { latest: versions.at(-1).manifest.version },
        // Old enough for managers that hold new versions back.
        time: Object.fromEntries(versions.map(({ manifest }) => [manifest.version, '2020-01-01T00:00:00.000Z'])),
        versions: Object.fromEntries(versions.map((entry) => [entry.manifest.version, { ...entry.manifest, dist: dist(entry) }])),
      }),
    )
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${server.address().port}/`
  return { address, close: () => server.close() }
}

/** An empty folder whose package managers install from the registry at this address and keep their caches inside. */
export function emptyFolder(address) {
  const folder = temporary('app')
  writeFileSync(join(folder, 'package.json'), '{ "name": "app", "version": "1.0.0", "private": true }\n')
  const cache = join(folder, '.cache')
  writeFileSync(join(folder, '.npmrc'), `registry=${address}\ncache=${cache}\nstore-dir=${cache}\naudit=false\nfund=false\nupdate-notifier=false\n`)
  writeFileSync(join(folder, '.yarnrc'), `registry "${address}"\ncache-folder "${cache}"\n`)
  return folder
}

/** Starts berry in the folder: its linker is `node-modules` or `pnp`. */
export function configureBerry(folder, address, linker) {
  rmSync(join(folder, '.yarnrc'))
  writeFileSync(join(folder, 'yarn.lock'), '')
  writeFileSync(
    join(folder, '.yarnrc.yml'),
    `npmRegistryServer: "${address}"\nunsafeHttpWhitelist: ["127.0.0.1"]\nnodeLinker: ${linker}\n` +
      `enableGlobalCache: false\nglobalFolder: ./.cache\nenableTelemetry: false\nenableImmutableInstalls: false\n`,
  )
}

/** Where an app has its copy of this platform's binary. */
export function binaryOf(app) {
  const main = createRequire(join(app, 'index.js')).resolve('clawprompt/package.json')
  return createRequire(main).resolve(`clawprompt-${target}`)
}

/** Writes bytes at a place of a file. */
export function overwrite(file, at, bytes) {
  const content = readFileSync(file)
  bytes.copy(content, at)
  writeFileSync(file, content)
}

/** Replaces a text in a file by one of the same length; fails when it is not there. */
export function patch(file, from, to) {
  const content = readFileSync(file)
  let at = content.indexOf(from, 0, 'latin1')
  if (at < 0) throw new Error(`${file} has no ${from}`)
  for (; at >= 0; at = content.indexOf(from, at + 1, 'latin1')) content.write(to, at, 'latin1')
  writeFileSync(file, content)
}

/** Path of another version of Node, which npm fetches. */
export async function nodeOf(major) {
  return (await succeed(root, 'npx', ['--yes', `node@${major}`, '-p', 'process.execPath'])).trim()
}

/** What to put before a command to become root; empty for root. */
export const sudo = process.getuid?.() === 0 ? '' : 'sudo -n'

/** What to put before a command so that it does not run as root. */
export const asOrdinaryUser = () => (sudo ? [] : ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'])

export { root }
