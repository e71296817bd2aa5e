// node scripts/notices.mjs [--check]
// Writes THIRD-PARTY-NOTICES.md from the lock files: every crate that is linked into a binary on any platform, and
// every npm package that the package needs at run time, with the text of its licence. `--check` only compares.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Where a crate offers a choice, the first of these that it offers. The order and the set are those of deny.toml.
const PREFERRED = ['MIT', 'ISC', 'Zlib', 'Unicode-3.0', 'Apache-2.0']
const FILES = { MIT: /mit/i, ISC: /isc/i, Zlib: /zlib/i, 'Unicode-3.0': /unicode/i, 'Apache-2.0': /apache/i }

// Crates that are published without the text; the same project publishes it here.
const ELSEWHERE = { napi: 'node_modules/@napi-rs/cli', 'napi-sys': 'node_modules/@napi-rs/cli' }

/** Licences that we use an expression under: of each choice the preferred one, of each conjunction all. */
function chosen(expression) {
  const parts = expression.replaceAll('/', ' OR ').match(/\(|\)|[^()\s]+(?: WITH [^()\s]+)?/g)
  const any = () => {
    const choices = [all()]
    while (parts[0] === 'OR') {
      parts.shift()
      choices.push(all())
    }
    const rank = (names) => Math.max(...names.map((name) => (PREFERRED.includes(name) ? PREFERRED.indexOf(name) : Infinity)))
    const best = choices.sort((a, b) => rank(a) - rank(b))[0]
    if (rank(best) === Infinity) throw new Error(`no licence of "${expression}" is in deny.toml`)
    return best
  }
  const all = () => {
    const names = one()
    while (parts[0] === 'AND') {
      parts.shift()
      names.push(...one())
    }
    return names
  }
  const one = () => {
    const part = parts.shift()
    if (part !== '(') return [part]
    const names = any()
    parts.shift()
    return names
  }
  return any()
}

/** Texts of the licences in a package's directory. */
function texts(directory, licences, name) {
  if (ELSEWHERE[name]) directory = join(root, ELSEWHERE[name])
  const files = readdirSync(directory).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && !/\.rs$/.test(file))
  const special = Object.values(FILES)
  const texts = licences.map((licence) => {
    const file = files.find((candidate) => FILES[licence].test(candidate)) ?? files.find((candidate) => !special.some((pattern) => pattern.test(candidate)))
    return file ? readFileSync(join(directory, file), 'utf8') : undefined
  })
  if (texts.includes(undefined)) missing.push(`${name} (${licences.join(', ')})`)
  return texts.filter(Boolean).map((text) => text.replaceAll('\r\n', '\n').replaceAll(/[ \t]+$/gm, '').trim())
}

const missing = []

function crates() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }
  const { packages, resolve } = JSON.parse(execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], options))
  const byId = new Map(packages.map((entry) => [entry.id, entry]))
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]))
  const linked = new Set()
  const visit = (id) => {
    const entry = byId.get(id)
    // A macro runs while we build; neither it nor what it uses is in the binary.
    if (linked.has(id) || entry.targets.some(({ kind }) => kind.includes('proc-macro'))) return
    linked.add(id)
    for (const { pkg, dep_kinds } of nodes.get(id).deps) if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg)
  }
  visit(packages.find(({ name, source }) => name === 'clawprompt' && source === null).id)
  return [...linked].map((id) => byId.get(id)).filter(({ source }) => source !== null).map(({ name, version, license, manifest_path, repository, authors }) => {
    const licences = chosen(license)
    return { name, version, license, where: repository, authors, texts: texts(dirname(manifest_path), licences, name), licences }
  })
}

function npmPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const needed = Object.entries(packages).filter(([path, entry]) => path && !entry.dev && !entry.peer && !entry.optional && !entry.devOptional)
  return needed.map(([path, { version, license }]) => {
    const directory = join(root, path)
    if (!existsSync(directory)) throw new Error(`${path} is not installed; run "npm ci"`)
    const licences = chosen(license)
    const name = path.replace(/^.*node_modules\//, '')
    return { name, version, license, where: 'npm', authors: [], texts: texts(directory, licences, name), licences }
  })
}

const entries = [...crates(), ...npmPackages()].sort((a, b) => (a.name < b.name ? -1 : 1))
const groups = new Map()
for (const entry of entries) {
  for (const text of entry.texts) groups.set(text, [...(groups.get(text) ?? []), entry])
}
const table = entries.map(({ name, version, license, where }) => `| ${name} ${version} | ${license} | ${where ?? 'crates.io'} |`)
const sections = [...groups].map(([text, members]) => `## ${members.map(({ name, version }) => `${name} ${version}`).join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``)
const page = `# Third-party notices

What the binaries of clawprompt contain and its JavaScript needs, from the lock files by \`node scripts/notices.mjs\`. Where a choice of licences is offered, the text below is that of the one we use it under. The binaries also contain Rust's standard library (MIT OR Apache-2.0), and those for Linux parts of LLVM's runtime (Apache-2.0 WITH LLVM-exception).

| package | licence | source |
| --- | --- | --- |
${table.join('\n')}

${sections.join('\n\n')}
`
if (missing.length > 0) throw new Error(`without a text of its licence: ${missing.join('; ')}`)

const file = join(root, 'THIRD-PARTY-NOTICES.md')
const { argv } = process
if (argv.includes('--check')) {
  const fresh = existsSync(file) && readFileSync(file, 'utf8') === page
  console.log(fresh ? `THIRD-PARTY-NOTICES.md: ${entries.length} packages, fresh` : 'THIRD-PARTY-NOTICES.md does not match the lock files; run "node scripts/notices.mjs"')
  if (!fresh) process.exitCode = 1
} else {
  writeFileSync(file, page)
}
