import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './support.js'

const program = join(root, 'bin/clawprompt.js')
const folder = mkdtempSync(join(tmpdir(), 'clawprompt-account-'))

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

function workspace(name: string, files: Record<string, string>): string {
  const directory = join(folder, name)
  mkdirSync(directory, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(directory, file), content)
  return directory
}

test('context shows the list, the detail, the size check and JSON', () => {
  const list = run('context', 'examples/workspace')
  expect(list).toMatchObject({ status: 0, stderr: '' })
  expect(list.stdout).toMatch(/^System prompt, rendered for this report +[\d,]+ +[\d,]+$/m)
  expect(list.stdout).toMatch(/^SOUL\.md +OK +[\d,]+ +[\d,]+ +[\d,]+$/m)
  expect(list.stdout).toBe(run('context', 'examples/workspace', 'list').stdout)
  expect(run('context', 'examples/workspace', 'detail').stdout).toMatch(/^ {2}SOUL\.md +[\d,]+ +[\d,]+$/m)
  const { report } = JSON.parse(run('context', 'examples/workspace', 'json').stdout)
  const { text } = JSON.parse(run('render', 'examples/workspace', '--json').stdout)
  expect(report.systemPrompt.chars).toBe(text.length)
  expect(run('context', 'examples/workspace', 'size').stdout).toBe('All workspace files fit with room to spare.\n')
  const near = workspace('near', { 'SOUL.md': 'x'.repeat(19_000) })
  expect(run('context', near, 'size').stdout).toContain('SOUL.md: 19,000 chars, 95% of the limit for one file')
})

test('context counts tokens exactly when asked', () => {
  const stdout = run('context', 'examples/workspace', '--tokens', 'cl100k_base').stdout
  expect(stdout).toContain('Tokens are counted by cl100k_base.')
  expect(run('context', 'examples/workspace', '--tokens', 'p50k')).toMatchObject({ status: 2, stdout: '' })
})

test('the map is an SVG, or a PNG of the same size', async () => {
  const [svg, png] = [join(folder, 'map.svg'), join(folder, 'map.png')]
  expect(run('context', 'examples/workspace', 'map', '-o', svg).status).toBe(0)
  expect(run('context', 'examples/workspace', 'map', '-o', png).status).toBe(0)
  const text = readFileSync(svg, 'utf8')
  expect(run('context', 'examples/workspace', 'map').stdout).toBe(text)
  expect(text).toMatch(/^<svg [^>]+ width="1280" height="860"/)
  expect(text).toContain('>cache boundary</text>')
  expect(text).toMatch(/<title>SOUL\.md: \d+ tokens, [\d,]+ chars<\/title>/)
  const { default: sharp } = await import('sharp')
  const { width, height, format } = await sharp(png).metadata()
  expect([width, height, format]).toEqual([1280, 860, 'png'])
  const { entropy } = await sharp(png).stats()
  expect(entropy).toBeGreaterThan(0.5)
  expect(run('context', 'examples/workspace', 'map', '-o', 'map.gif')).toMatchObject({ status: 2, stdout: '' })
  expect(run('context', 'examples/workspace', 'list', '-o', svg)).toMatchObject({ status: 2, stdout: '' })
  expect(run('context', 'examples/workspace', 'map', '-o', join(folder, 'no/map.svg'))).toMatchObject({ status: 1 })
})

test('a view alone is that of the current directory', () => {
  const { status, stdout } = spawnSync(process.execPath, [program, 'context', 'json'], {
    cwd: workspace('here', { 'SOUL.md': 'kind' }),
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(JSON.parse(stdout).report.injectedWorkspaceFiles.map(({ name }: { name: string }) => name)).toContain('SOUL.md')
  expect(run('context', '.', 'nope').stderr).toContain('there is no view "nope"; the views are list, detail, json, size, map')
})

test('diff names section, cause and cost', () => {
  const [a, b] = [join(folder, 'a.json'), join(folder, 'b.json')]
  const directory = workspace('diff', { 'SOUL.md': 'kind', 'USER.md': 'one' })
  writeFileSync(a, run('render', directory, '--json').stdout)
  writeFileSync(join(directory, 'SOUL.md'), 'stern')
  writeFileSync(b, run('render', directory, '--json').stdout)
  const { status, stdout } = run('diff', a, b, '--price', '0.3,3')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^First difference: section project_context \(changed\), above the cache boundary, in .*SOUL\.md$/m)
  expect(stdout).toMatch(/^Behind it: file .*SOUL\.md$/m)
  expect(stdout).toMatch(/^No longer served from the cache: [\d,]+ chars, [\d,]+ bytes, [\d,]+ tokens$/m)
  expect(stdout).toMatch(/^Cost of the cached part: [\d.]+ instead of [\d.]+, [\d.]+ more$/m)
  expect(stdout).toMatch(/^Sections that differ: project_context \(changed\)$/m)
  expect(JSON.parse(run('diff', a, b, '--json').stdout)).toMatchObject({ equal: false, firstDifference: { change: 'changed' } })
  expect(run('diff', a, a).stdout).toBe('The prompts are equal.\n')
  expect(run('diff', a, b, '--price', '1')).toMatchObject({ status: 2, stdout: '' })
  expect(run('diff', a)).toMatchObject({ status: 2 })
  writeFileSync(b, '{}')
  expect(run('diff', a, b).stderr).toContain('holds no rendered prompt')
  writeFileSync(b, '{')
  expect(run('diff', a, b)).toEqual({ status: 1, stdout: '', stderr: `clawprompt: cannot read ${b}: it is not JSON; write it with "clawprompt render DIR --json"\n` })
})

test('watch says what changed whenever a file does', async () => {
  const directory = workspace('watch', { 'SOUL.md': 'kind' })
  const skill = workspace('watch/skills/knots', { 'SKILL.md': '---\nname: knots\ndescription: Ties knots.\n---\n' })
  const child = spawn(process.execPath, [program, 'watch', directory, '--price', '0.3,3'])
  try {
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    const saying = async (words: RegExp) => {
      for (let round = 0; round < 100 && !words.test(output); round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(output).toMatch(words)
    }
    await saying(/^Watching .*watch: [\d,]+ chars/m)
    writeFileSync(join(directory, 'SOUL.md'), 'stern')
    await saying(/^Behind it: file .*SOUL\.md$/m)
    await saying(/^Cost of the cached part/m)
    writeFileSync(join(directory, 'USER.md'), 'someone')
    await saying(/^Behind it: file .*USER\.md$/m)
    writeFileSync(join(skill, 'SKILL.md'), '---\nname: knots\ndescription: Unties knots.\n---\n')
    await saying(/^Behind it: parameter skillsPrompt$/m)
  } finally {
    child.kill()
  }
})
