// Installs the gateway versions and the Node release that runs them.
//
//   node setup.mjs
//
// Exit code 0 and one line of explanation when the registry cannot be reached, so that a machine
// without network can still run everything else; CI sets CI_REQUIRE_PARITY=1 and gets a failure.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { VERSIONS } from './versions.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))

// What npm reports when the registry, not the package or the lock file, is the trouble.
const UNREACHABLE =
  /\bcode (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|FETCH_ERROR|E40[13]|E50\d)\b/

/** Whether every version of the gateway is installed as `package.json` asks. */
export function installed() {
  return Object.entries(VERSIONS).every(([version, folder]) => {
    const manifest = path.join(HERE, 'node_modules', folder, 'package.json')
    return fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).version === version
  })
}

/**
 * Installs what is missing.
 *
 * @returns {boolean} false when the registry is unreachable and parity may be skipped
 * @throws when the installation failed for another reason, or CI_REQUIRE_PARITY=1 forbids skipping
 */
export function setup() {
  if (!installed()) {
    // Install scripts of some 300 packages have no business here; Node's own is run by name below.
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', '--loglevel=error']
    const { status, stderr, error } = npm(['ci', ...flags])
    if (error) throw error
    if (status !== 0) {
      if (!UNREACHABLE.test(stderr)) throw new Error(`npm ci failed:\n${stderr}`)
      return skip(`the npm registry cannot be reached (${UNREACHABLE.exec(stderr)[1]})`)
    }
  }
  // Without the binary `run.mjs` falls back to npx, so a failure here is not one of the setup.
  if (!fs.existsSync(path.join(HERE, 'node_modules/node/bin/node'))) npm(['rebuild', 'node'])
  return true
}

function skip(reason) {
  if (process.env.CI_REQUIRE_PARITY === '1') {
    throw new Error(`CI_REQUIRE_PARITY=1 is set, but ${reason}`)
  }
  console.log(`parity skipped: ${reason}`)
  return false
}

function npm(args) {
  return spawnSync('npm', args, { cwd: HERE, encoding: 'utf8', shell: process.platform === 'win32' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (setup()) console.log(`installed: openclaw ${Object.keys(VERSIONS).join(', ')}`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
