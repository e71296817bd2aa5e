import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { root, temporary } from './support.js'

const texts = 'codex-model/gpt-5.5.pragmatic.instructions.md'
const sources = 'codex-model/gpt-5.5.pragmatic.source.json'

/** A home directory without Codex, and a directory of snapshots with a fixture. */
class Place {
  readonly home = temporary()
  readonly dir = temporary()

  run(args: string[] = [], env: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'bin/clawprompt.js'), 'snapshots', 'sync-codex-model', '--dir', this.dir, ...args],
      { cwd: this.home, encoding: 'utf8', env: { ...process.env, HOME: this.home, USERPROFILE: this.home, CODEX_HOME: '', ...env } },
    )
    return { status, stdout, stderr }
  }

  /** Writes a file below the home directory and returns its path. */
  file(path: string, content: unknown): string {
    const full = join(this.home, path)
    mkdirSync(join(full, '..'), { recursive: true })
    writeFileSync(full, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
    return full
  }

  fixture(): Record<string, string> {
    const folder = join(this.dir, 'codex-model')
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  }

  text = () => readFileSync(join(this.dir, texts), 'utf8')
  source = () => JSON.parse(readFileSync(join(this.dir, sources), 'utf8')).source
}

const model = (text: string, slug = 'gpt-5.5') => ({
  slug,
  base_instructions: 'base',
  model_messages: {
    instructions_template: `${text}: {{ personality }}, {{ personality }} and {{personality}}`,
    instructions_variables: { personality_pragmatic: 'short $& dry', personality_friendly: 'warm' },
  },
})
const catalog = (text: string) => ({ models: [model('other', 'gpt-4'), model(text)] })
const places = ['codex-home/models_cache.json', '.codex/models_cache.json', 'code/codex/codex-rs/models-manager/models.json']
const labels = ['<codex-home>/models_cache.json', '<codex-home>/models_cache.json', '<codex-checkout>/codex-rs/models-manager/models.json']
const malformed: [string, unknown, string][] = [
  ['no JSON', '{', 'it is not JSON in UTF-8'],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'it is not JSON in UTF-8'],
  ['empty', '', 'it is not JSON in UTF-8'],
  ['an array', '[]', 'it has no array "models"'],
  ['null', 'null', 'it has no array "models"'],
  ['without models', { models: {} }, 'it has no array "models"'],
  ['with an entry without a slug', { models: [model('x'), { base_instructions: 'x' }] }, 'models[1] has no text "slug"'],
  ['with a null entry', { models: [null] }, 'models[0] has no text "slug"'],
  ['without the model', { models: [model('x', 'gpt-4')] }, 'has no model "gpt-5.5"; it has gpt-4'],
  ['without instructions', { models: [{ slug: 'gpt-5.5', base_instructions: '  ' }] }, 'has neither'],
]

test('without a catalog it says where it looked and changes nothing', () => {
  const place = new Place()
  const codexHome = join(place.home, 'codex-home')
  const { status, stdout, stderr } = place.run([], { CODEX_HOME: codexHome })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.split('\n')).toEqual([
    'no Codex catalog found; looked at',
    ...places.map((path) => `  ${join(place.home, path)}`),
    'nothing was changed',
    '',
  ])
  expect(readdirSync(place.dir)).toEqual([])
  for (const blank of ['', '  ', join(place.home, '.codex')]) {
    expect(place.run([], { CODEX_HOME: blank }).stdout.split('\n')).toHaveLength(5)
  }
})

describe.each([0, 1, 2])('source %i', (first) => {
  const setUp = () => {
    const place = new Place()
    const env = { CODEX_HOME: ` ${join(place.home, 'codex-home')} ` }
    for (const later of places.slice(first + 1)) place.file(later, catalog(later))
    return { place, env }
  }

  test('is read when those before it are absent', () => {
    const { place, env } = setUp()
    const path = place.file(places[first]!, catalog('first'))
    expect(place.run([], env)).toEqual({ status: 0, stderr: '', stdout: `wrote ${texts} from ${path}\nwrote ${sources}\n` })
    expect(place.text()).toBe('first: short $& dry, short $& dry and {{personality}}\n')
    expect(place.source()).toEqual({
      catalogPath: labels[first],
      catalogKind: first === 2 ? 'checked_in_catalog' : 'models_cache',
      field: 'model_messages.instructions_template',
    })
    expect(JSON.stringify(place.fixture())).not.toContain(place.home)
    expect(place.run([], env).stdout).toBe(`${texts} is up to date with ${path}\n`)
  })

  test.each(malformed)('that is %s is an error, not a reason to look further, and leaves the fixture', (_, content, message) => {
    const { place, env } = setUp()
    place.file('good.json', catalog('good'))
    expect(place.run(['--catalog', 'good.json'])).toMatchObject({ status: 0 })
    const before = place.fixture()
    const path = place.file(places[first]!, content)
    const { status, stdout, stderr } = place.run([], env)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(path)
    expect(stderr).toContain(message)
    expect(place.fixture()).toEqual(before)
  })

  test('that is a directory is an error', () => {
    const { place, env } = setUp()
    mkdirSync(join(place.home, places[first]!), { recursive: true })
    expect(place.run([], env)).toMatchObject({ status: 1, stderr: expect.stringContaining('EISDIR') })
    expect(readdirSync(place.dir)).toEqual([])
  })
})

describe('--catalog', () => {
  test('reads that file and no other', () => {
    const place = new Place()
    place.file('.codex/models_cache.json', catalog('wrong'))
    place.file('mine/catalog.json', catalog('mine'))
    expect(place.run(['--catalog', 'mine/catalog.json'])).toMatchObject({ status: 0 })
    expect(place.text()).toMatch(/^mine: /)
    expect(place.source()).toMatchObject({ catalogPath: 'catalog.json', catalogKind: 'unknown' })
    const labelled = ['--source-label', 'build 7', '--catalog-git-head', 'abc123']
    expect(place.run(['--catalog', join(place.home, 'mine/catalog.json'), ...labelled])).toMatchObject({ status: 0 })
    expect(place.source()).toMatchObject({ catalogPath: 'build 7', catalogGitHead: 'abc123' })
  })

  test.each([['absent', undefined, 'ENOENT'] as [string, unknown, string], ...malformed])('that is %s is an error and leaves the fixture', (_, content, message) => {
    const place = new Place()
    place.file('.codex/models_cache.json', catalog('good'))
    place.run()
    const before = place.fixture()
    if (content !== undefined) place.file('mine.json', content)
    const { status, stdout, stderr } = place.run(['--catalog', 'mine.json'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(message)
    expect(place.fixture()).toEqual(before)
  })
})

test('model and personality choose the text', () => {
  const place = new Place()
  const plain = { slug: 'gpt-4', base_instructions: 'plain\r\nwords' }
  place.file('.codex/models_cache.json', { models: [model('x'), plain] })
  const written = (args: string[], name: string) => {
    expect(place.run(args)).toMatchObject({ status: 0 })
    return place.fixture()[`${name}.instructions.md`]
  }
  expect(written(['--personality', 'friendly'], 'gpt-5.5.friendly')).toBe('x: warm, warm and {{personality}}\n')
  expect(written(['--personality', 'default'], 'gpt-5.5.default')).toBe('x: ,  and {{personality}}\n')
  expect(written(['--model', 'gpt-4'], 'gpt-4.pragmatic')).toBe('plain\nwords\n')
  expect(place.run(['--personality', 'grim'])).toMatchObject({ status: 2, stderr: expect.stringContaining('default, friendly, pragmatic') })
  expect(place.run(['--model', '../x'])).toMatchObject({ status: 2 })
})

test('the text reaches the snapshots, and a fixture that was edited does not', () => {
  const place = new Place()
  place.file('.codex/models_cache.json', catalog('pinned'))
  place.run()
  const gen = () => spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), 'snapshots', 'gen', '--dir', place.dir], { encoding: 'utf8' })
  expect(gen()).toMatchObject({ status: 0 })
  const markdown = readFileSync(join(place.dir, 'minimal.md'), 'utf8')
  expect(markdown).toContain('## model_instructions\n\nPinned for `gpt-5.5`, personality `pragmatic`, from `<codex-home>/models_cache.json`.\n\n```text\npinned: ')
  writeFileSync(join(place.dir, texts), 'edited\n')
  expect(gen()).toMatchObject({ status: 1, stderr: expect.stringContaining('is not the text that gpt-5.5.pragmatic.source.json describes') })
})

test('a text that was not synchronised for the model is never replaced', () => {
  const place = new Place()
  place.file('.codex/models_cache.json', { models: [model('one', 'a:b'), model('two', 'a_b'), model('x')] })
  mkdirSync(join(place.dir, 'codex-model'))
  writeFileSync(join(place.dir, texts), 'by hand\n')
  expect(place.run()).toMatchObject({ status: 1, stderr: expect.stringContaining('move it out of the way') })
  expect(place.text()).toBe('by hand\n')
  expect(place.run(['--model', 'a:b'])).toMatchObject({ status: 0 })
  const before = place.fixture()
  expect(place.run(['--model', 'a_b'])).toMatchObject({ status: 1, stderr: expect.stringContaining('for a_b; move it out') })
  expect(place.fixture()).toEqual(before)
})

test('when only half of the fixture could be written, nothing of it changes', () => {
  const place = new Place()
  place.file('.codex/models_cache.json', catalog('new'))
  const folder = join(place.dir, 'codex-model')
  // A directory in the way of the second file: the first one has its new name by then.
  mkdirSync(join(place.dir, sources), { recursive: true })
  const fails = { status: 1, stdout: '', stderr: expect.stringContaining(sources) }
  expect(place.run()).toEqual(fails)
  expect(readdirSync(folder)).toEqual(['gpt-5.5.pragmatic.source.json'])
  writeFileSync(join(place.dir, texts), 'old\n')
  expect(place.run()).toEqual(fails)
  expect(readdirSync(folder).sort()).toEqual(['gpt-5.5.pragmatic.instructions.md', 'gpt-5.5.pragmatic.source.json'])
  expect(place.text()).toBe('old\n')
  const blocked = new Place()
  blocked.file('.codex/models_cache.json', catalog('new'))
  writeFileSync(join(blocked.dir, 'codex-model'), 'in the way')
  expect(blocked.run()).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOTDIR') })
  expect(readFileSync(join(blocked.dir, 'codex-model'), 'utf8')).toBe('in the way')
})
