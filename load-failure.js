'use strict'

// Why the binary does not load, told from what is on the disk, with the command that helps.
// Only read after a failure. Written for old versions of Node too: they get one of the messages.

const fs = require('fs')
const path = require('path')
const { createRequire } = require('module')

const TARGETS = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'linux-x64-gnu',
  'linux-x64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
]
const OVERRIDE = 'NAPI_RS_NATIVE_LIBRARY_PATH'
// Not `require` itself: a bundler would try to follow the computed name.
const installed = createRequire(__filename)

function failure(code, message, cause) {
  const error = new Error(`clawprompt cannot be loaded: ${message}`)
  error.code = `ERR_CLAWPROMPT_LOAD_${code}`
  if (cause) error.cause = cause
  return error
}

/** This Node is older than the oldest that is supported. */
function nodeTooOld() {
  const found = process.versions.node
  return failure('NODE_VERSION', `it needs Node 20.17 or newer and this is ${found}; run "nvm install 24", or get a newer Node another way`)
}

/** The binary is of another version than the package. */
function otherVersion(expected, found) {
  const file = binaryFile(target()) || 'its binary'
  return failure('VERSION', `the package is ${expected} and ${file} is ${found || 'older'}; ${reinstall()}`)
}

/** What index.js threw, explained. */
function explain(cause) {
  const wanted = target()
  if (!process.env[OVERRIDE] && !TARGETS.includes(wanted)) {
    return failure('PLATFORM', `there is no binary for ${wanted}, only for ${TARGETS.join(', ')}; run it with one of these, with a 64-bit Node`, cause)
  }
  const file = binaryFile(wanted)
  const [code, message] = file ? explainFile(file, reasons(cause)) : explainAbsence(wanted)
  return failure(code, message, cause)
}

/** Platform, architecture and C library as packages name them, such as `linux-x64-gnu`. */
function target() {
  const { platform, arch } = process
  if (platform === 'linux') return `linux-${arch}-${glibc() ? 'gnu' : 'musl'}`
  return platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`
}

/** Version of the glibc that this Node runs on; `undefined` on musl, and where Node was built without reports. */
function glibc() {
  if (!process.report) return undefined
  // Otherwise the report looks up the names of all open connections.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime
}

/** All that was said on the way, one text. */
function reasons(cause) {
  const messages = []
  for (let error = cause; error; error = error.cause) messages.push(error.message)
  return messages.join('\n')
}

function resolve(request) {
  try {
    return installed.resolve(request)
  } catch (error) {
    return undefined
  }
}

/** The file that index.js would load; `undefined` when there is none. */
function binaryFile(wanted) {
  if (process.env[OVERRIDE]) return path.resolve(process.env[OVERRIDE])
  const beside = path.join(__dirname, `clawprompt.${wanted}.node`)
  return fs.existsSync(beside) ? beside : resolve(`clawprompt-${wanted}`)
}

function explainAbsence(wanted) {
  // A release names the packages of all platforms there.
  if (!installed('./package.json').optionalDependencies) {
    return ['SOURCE', 'it is the source without a binary: not built yet, or packed from there; build the repository and install its folder, as in "npm install ../clawprompt"']
  }
  const name = `clawprompt-${wanted}`
  if (resolve(`${name}/package.json`)) return ['DAMAGED', `the package ${name} is installed without its binary; ${reinstall()}`]
  const others = TARGETS.filter((other) => resolve(`clawprompt-${other}/package.json`))
  const lock = lockFile()
  // npm's lock names optional packages of a package also where it has no entry for them.
  if (lock && !lock.text.includes(lock.manager === 'npm' ? `node_modules/${name}"` : name)) {
    return ['LOCKFILE', `${name} is not installed, because ${lock.file} was written on another platform and does not list it; ${completeLock(lock, name)}`]
  }
  if (others.length > 0) {
    const command = lock && isBerry(lock) ? 'run "yarn config unset supportedArchitectures && yarn install"' : reinstall()
    return ['OTHER_PLATFORM', `it was installed for ${others.join(', ')} and this is ${wanted}; ${command}`]
  }
  return ['OPTIONAL_OFF', `${name} is not installed, because optional dependencies were left out; ${reinstall()}`]
}

function explainFile(file, said) {
  let header
  try {
    header = readHeader(file)
  } catch (error) {
    if (error.code === 'ENOENT') return ['DAMAGED', `${file} does not exist; ${reinstall()}`]
    if (error.code === 'EISDIR') return ['DAMAGED', `${file} is a directory; ${reinstall()}`]
    return ['UNREADABLE', `this user may not read ${file} (${error.code}); run "chmod a+r ${file}"`]
  }
  if (/loading addons is disabled/.test(said)) {
    return ['NOT_ALLOWED', 'Node was started without addons; start it with "--allow-addons" if it has "--permission", and without "--no-addons"']
  }
  const built = builtFor(header)
  if (!built) return ['DAMAGED', `${file} is not a binary, or not a whole one; ${reinstall()}`]
  if (built !== `${process.platform}-${process.arch}`) {
    return ['ARCHITECTURE', `${file} is for ${built} and this Node is for ${process.platform}-${process.arch}; ${reinstall()}`]
  }
  return (process.platform === 'linux' && explainLinux(file, said)) || ['FAILED', `${file} is refused by the system, which says: ${lastReason(said, file)}; ${reinstall()}`]
}

/** What the dynamic linkers of Linux say. */
function explainLinux(file, said) {
  const found = glibc()
  const needed = (said.match(/GLIBC_\d[\d.]*(?=['`’] not found)/g) || []).map((symbol) => symbol.slice(6))
  if (needed.length > 0) {
    const newest = needed.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).pop()
    return ['LIBC_TOO_OLD', `${file} needs glibc ${newest} and this system has ${found}; run it on a newer system, for example with "FROM node:24-bookworm-slim"`]
  }
  const other = found ? /libc\.(musl-\w+\.)?so\b(?!\.6)/.test(said) : /ld-linux|libc\.so\.6|symbol not found/.test(said)
  if (other) {
    const [built, here] = found ? ['musl', 'glibc'] : ['glibc', 'musl']
    return ['OTHER_LIBC', `${file} is for ${built} and this system has ${here}; ${reinstall()}`]
  }
  if (/failed to map segment|Operation not permitted/.test(said)) {
    const mount = mountPoint(file)
    return ['NOEXEC', `${file} is on ${mount}, where the system runs no programs (noexec); run "mount -o remount,exec ${mount}", or install elsewhere`]
  }
  return undefined
}

function lastReason(said, file) {
  const lines = said.split('\n').filter((line) => line && !/Cannot find (module|native)|^Require stack|^- /.test(line))
  return (lines.pop() || 'nothing').replace(`${file}: `, '')
}

function readHeader(file) {
  const header = Buffer.alloc(1024)
  const descriptor = fs.openSync(file, 'r')
  try {
    return header.subarray(0, fs.readSync(descriptor, header, 0, header.length, 0))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Platform and architecture that an ELF, Mach-O or PE file is built for; `undefined` for anything else. */
function builtFor(header) {
  if (header.length < 64) return undefined
  const name = (platform, machine, names) => `${platform}-${names[machine] || `machine ${machine}`}`
  if (header.readUInt32BE(0) === 0x7f454c46) return name('linux', header.readUInt16LE(18), { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64', 243: 'riscv64' })
  if (header.readUInt32LE(0) === 0xfeedfacf) return name('darwin', header.readUInt32LE(4), { 0x1000007: 'x64', 0x100000c: 'arm64' })
  const at = header.readUInt16BE(0) === 0x4d5a ? header.readUInt32LE(60) : header.length
  if (at + 6 > header.length || header.readUInt32BE(at) !== 0x50450000) return undefined
  return name('win32', header.readUInt16LE(at + 4), { 0x14c: 'ia32', 0x8664: 'x64', 0xaa64: 'arm64' })
}

/** Where the file system with this file is mounted. */
function mountPoint(file) {
  const points = fs.readFileSync('/proc/self/mounts', 'utf8').split('\n').map((line) => line.split(' ')[1])
  const within = points.filter((point) => point && !path.relative(point, file).startsWith('..'))
  return within.sort((a, b) => a.length - b.length).pop()
}

/** The closest lock file above this package, with the package manager that wrote it. */
function lockFile() {
  const managers = { 'package-lock.json': 'npm', 'npm-shrinkwrap.json': 'npm', 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun' }
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    for (const file of Object.keys(managers)) {
      try {
        return { file, manager: managers[file], text: fs.readFileSync(path.join(folder, file), 'utf8') }
      } catch (error) {
        // Not here, or not to be read: the next one may be.
      }
    }
    if (folder === path.dirname(folder)) return undefined
  }
}

/** Whether the lock file is of Yarn 2 or later. */
function isBerry({ manager, text }) {
  return manager === 'yarn' && text.includes('__metadata:')
}

/** The command that installs everything anew for this platform. */
function reinstall() {
  if (process.env[OVERRIDE]) return `run "unset ${OVERRIDE}"`
  const lock = lockFile()
  const commands = {
    npm: 'npm ci --include=optional',
    pnpm: 'pnpm install --force',
    yarn: 'yarn install --force',
    bun: 'bun install --force',
  }
  if (lock && isBerry(lock)) return 'run "yarn install"'
  if (lock) return `run "${commands[lock.manager]}"`
  return `run "npm install --include=optional clawprompt@${require('./package.json').version}"`
}

/** The command that adds a package to a lock file that lacks it. */
function completeLock(lock, name) {
  if (lock.manager !== 'npm') return `delete ${lock.file} and run "${lock.manager} install"`
  return `run "npm install --include=optional --save-optional ${name}@${require('./package.json').version}"`
}

module.exports = { explain, nodeTooOld, otherVersion }
