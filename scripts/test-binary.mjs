// node scripts/test-binary.mjs
// Tests the release binary beside package.json on the platform it was built for: all rules, and on POSIX the disk too.

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { BUILD_PROFILE, VERSION } = createRequire(import.meta.url)('../load.js')
if (BUILD_PROFILE !== 'release') throw new Error(`this is a ${BUILD_PROFILE} build`)

const rules = ['accounting', 'contributions', 'errors', 'exports', 'remembering', 'render', 'time', 'typings', 'vectors', 'worker']
const disk = ['bootstrap', 'bootstrap-disk', 'config', 'config-files', 'guard', 'skills']
const specs = process.platform === 'win32' ? rules : [...rules, ...disk]
console.log(`${process.platform} ${process.arch}, Node ${process.versions.node}, clawprompt ${VERSION}`)
const root = fileURLToPath(new URL('..', import.meta.url))
const args = ['node_modules/vitest/vitest.mjs', 'run', ...specs.map((name) => `__test__/${name}.spec.ts`)]
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
