import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { target } from './load-failures/package.mjs'
import { read, root, temporary } from './support.js'

const json = (path: string) => JSON.parse(read(path))
const main = json('package.json')
const platforms = readdirSync(join(root, 'npm'))

/** Rust's name of a platform for that of the package. */
const triples: Record<string, string> = {
  'darwin-arm64': 'aarch64-apple-darwin',
  'darwin-x64': 'x86_64-apple-darwin',
  'linux-arm64-gnu': 'aarch64-unknown-linux-gnu',
  'linux-arm64-musl': 'aarch64-unknown-linux-musl',
  'linux-x64-gnu': 'x86_64-unknown-linux-gnu',
  'linux-x64-musl': 'x86_64-unknown-linux-musl',
  'win32-arm64-msvc': 'aarch64-pc-windows-msvc',
  'win32-x64-msvc': 'x86_64-pc-windows-msvc',
}

test('there is a package for each platform that is built, tested, published and explained', () => {
  expect(platforms).toEqual(Object.keys(triples))
  expect([...main.napi.targets].sort()).toEqual(Object.values(triples).sort())
  const workflow = read('.github/workflows/release.yml')
  const named = (pattern: RegExp) => [...new Set([...workflow.matchAll(pattern)].map(([, name]) => name))].sort()
  expect(named(/target: [\w-]+, name: ([\w-]+)/g)).toEqual(platforms)
  expect(named(/- \{ name: ([\w-]+), os/g)).toEqual(platforms)
  const explained = /const TARGETS = \[(.*?)\]/s.exec(read('load-failure.js'))![1]!
  expect([...explained.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual(platforms)
})

test.each(platforms)('the package of %s installs there only, and has the version of the main one', (name) => {
  const [os, cpu, abi] = name.split('-')
  const manifest = json(`npm/${name}/package.json`)
  const file = `clawprompt.${name}.node`
  expect(manifest).toMatchObject({
    name: `clawprompt-${name}`,
    version: main.version,
    os: [os],
    cpu: [cpu],
    main: file,
    files: [file],
    license: main.license,
    engines: main.engines,
  })
  expect(manifest.libc).toEqual(os === 'linux' ? [abi === 'gnu' ? 'glibc' : 'musl'] : undefined)
  expect(Object.keys(manifest)).not.toContain('scripts')
})

test('the command line and the hook load the binary by the file that explains failures', () => {
  const files = execFileSync('git', ['ls-files', 'bin', 'gateway'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const direct = files.filter((file) => /(require\(|from )'[./]*index\.js'/.test(read(file)) && !file.endsWith('.d.ts'))
  expect(direct).toEqual([])
})

/** What a release is made from, with a binary for each platform of which only the host's is real. */
function stage(): string {
  const folder = temporary()
  for (const path of ['package.json', 'Cargo.toml', 'npm', 'scripts', 'LICENSE', 'THIRD-PARTY-NOTICES.md']) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of platforms) {
    const directory = join(folder, 'artifacts', `binary-${name}`)
    mkdirSync(directory, { recursive: true })
    const file = `clawprompt.${name}.node`
    if (name === target) copyFileSync(join(root, file), join(directory, file))
    else writeFileSync(join(directory, file), name)
  }
  return folder
}

const prepare = (folder: string, env: Record<string, string>) =>
  spawnSync('bash', ['scripts/prepare-release.sh'], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } })

test('a release names every platform package in exactly its version, and each has its binary', () => {
  const folder = stage()
  const result = prepare(folder, { TAG: `v${main.version}`, REPOSITORY: 'owner/name' })
  expect(result.status, result.stderr).toBe(0)
  const released = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(released.optionalDependencies).toEqual(Object.fromEntries(platforms.map((name) => [`clawprompt-${name}`, main.version])))
  const url = 'git+https://github.com/owner/name.git'
  expect(released.repository.url).toBe(url)
  for (const name of platforms) {
    const manifest = JSON.parse(readFileSync(join(folder, 'npm', name, 'package.json'), 'utf8'))
    const { repository, files, ...rest } = manifest
    const { files: committed, ...others } = json(`npm/${name}/package.json`)
    expect(rest, 'create-npm-dirs makes what is committed').toEqual(others)
    expect(files).toEqual([...committed, 'THIRD-PARTY-NOTICES.md'])
    expect(readdirSync(join(folder, 'npm', name))).toEqual(expect.arrayContaining(['LICENSE', 'THIRD-PARTY-NOTICES.md']))
    expect(repository.url).toBe(url)
    const binary = readFileSync(join(folder, 'npm', name, manifest.main))
    expect(binary.equals(readFileSync(join(folder, 'artifacts', `binary-${name}`, manifest.main)))).toBe(true)
  }
})

test('a tag of another version releases nothing', () => {
  const { status, stderr } = prepare(stage(), { TAG: 'v9.9.9' })
  expect([status, stderr]).toEqual([1, `the tag is v9.9.9 and package.json says ${main.version}\n`])
})

test.runIf(process.platform === 'linux')('the check of symbols tells a binary that needs too much', () => {
  const folder = temporary()
  const check = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/check-symbols.mjs'), file, ...args], { encoding: 'utf8' })
  const binary = join(root, `clawprompt.${target}.node`)
  const needed = execFileSync('objdump', ['-T', binary], { encoding: 'utf8', maxBuffer: 1 << 28 }).matchAll(/GLIBC_([\d.]+)/g)
  const newest = [...new Set([...needed].map(([, version]) => version!))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)!
  expect(check(binary, '--glibc', newest).stdout).toContain(`: glibc ${newest}; `)

  const patched = join(folder, 'patched.node')
  const content = readFileSync(binary, 'latin1').replaceAll(`GLIBC_${newest}\0`, `GLIBC_${newest.replaceAll(/\d/g, '9')}\0`).replaceAll('libc.so.6\0', 'libx.so.6\0')
  writeFileSync(patched, content, 'latin1')
  const result = check(patched, '--glibc', newest)
  expect(result.status).toBe(1)
  expect(result.stdout).toContain(`needs glibc ${newest.replaceAll(/\d/g, '9')}, newer than ${newest}`)
  expect(result.stdout).toContain('needs libx.so.6')
})
