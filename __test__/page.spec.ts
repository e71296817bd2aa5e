/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The page of `clawprompt inspect` in Debian's Chromium, from a file and without a network.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { read, root } from './support.js'

const executablePath = '/usr/bin/chromium'
const missing = !existsSync(executablePath)
if (missing) console.warn('page.spec.ts is skipped: there is no /usr/bin/chromium; run "apt-get install chromium"')

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

const folder = mkdtempSync(join(tmpdir(), 'clawprompt-page-'))

function clawprompt(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  expect(status, stderr).toBe(0)
  return stdout
}

/** Writes a workspace; returns its directory. */
function workspace(name: string, files: Record<string, string>): string {
  const directory = join(folder, name)
  mkdirSync(directory, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(directory, file), content)
  return directory
}

/** Writes the page of a workspace; returns its address. */
function page(directory: string, ...args: string[]): string {
  const file = `${directory}.html`
  clawprompt('inspect', directory, '-o', file, ...args)
  return pathToFileURL(file).href
}

const hostile = '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">'

describe.skipIf(missing)('the page in Chromium', () => {
  let browser: Browser
  let plain: string
  let compared: string

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: QUIET })
    const files = {
      'AGENTS.md': '# Rules\n\nBe brief.\n\n## Skills\n\nNone of this is a heading of ours.\n',
      'SOUL.md': `${hostile}\nneedle one\nNEEDLE two\n`,
      'HEARTBEAT.md': 'Look at the calendar.\n',
    }
    plain = page(workspace('plain', files))
    const earlier = join(folder, 'earlier.json')
    const directory = workspace('compared', { ...files, 'SOUL.md': 'needle one\nanother line\n' })
    writeFileSync(earlier, clawprompt('render', directory, '--json'))
    compared = page(workspace('compared', files), '--compare', earlier, '--price', '0.3,3')
  })

  afterAll(() => browser?.close())

  /** Opens the page and gathers what must not happen on it. */
  async function open(
    address: string,
    { width = 1280, height = 900, colorScheme = 'light' as 'light' | 'dark' } = {},
  ): Promise<{ tab: Page; wrong: string[] }> {
    const tab = await browser.newPage({ viewport: { width, height }, colorScheme })
    const wrong: string[] = []
    tab.on('console', (message) => wrong.push(`console: ${message.text()}`))
    tab.on('pageerror', (error) => wrong.push(`error: ${error.message}`))
    tab.on('request', (request) => {
      if (request.url() !== address && !request.url().startsWith('data:')) wrong.push(`request: ${request.url()}`)
    })
    await tab.goto(address)
    return { tab, wrong }
  }

  test('it opens without errors and requests, and content cannot run', async () => {
    const { tab, wrong } = await open(plain)
    await tab.click('#open-all')
    expect(await tab.textContent('#section-project_context')).toContain(hostile)
    expect(await tab.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined()
    expect(await tab.textContent('#summary')).toMatch(/[\d,]+ tokens \(estimated\) · [\d,]+ chars · [\d,]+ bytes/)
    expect(wrong).toEqual([])
    await tab.close()
  })

  test('the text on the page is the prompt, in order and complete', async () => {
    const { tab } = await open(plain)
    await tab.click('#open-all')
    const shown = await tab.$$eval('#text pre', (parts) => parts.map((part) => part.textContent).join(''))
    const { text, sections } = JSON.parse(clawprompt('render', join(folder, 'plain'), '--json'))
    const boundary = sections.find(({ placement }: { placement: string }) => placement === 'boundary')
    expect(shown).toBe(text.slice(0, boundary.start) + text.slice(boundary.end))
    expect(await tab.$$eval('#text .divider', (found) => found.length)).toBe(1)
    await tab.close()
  })

  test('areas of the map are as tokens, and the boundary lies between its sides', async () => {
    const { tab } = await open(plain)
    const boxes = await tab.$$eval('#map button', (found) =>
      found.map((box) => ({
        label: box.getAttribute('aria-label')!,
        area: (box as HTMLElement).offsetWidth * (box as HTMLElement).offsetHeight,
        top: (box as HTMLElement).offsetTop,
      })),
    )
    const tokens = (label: string) => Number(/([\d,]+) tokens/.exec(label)![1]!.replaceAll(',', ''))
    // Headings and gaps take some room, so only large boxes without a heading are compared.
    const own = (name: string) => boxes.find(({ label }) => label.startsWith(`${name},`))!
    const ratio = (name: string) => own(name).area / tokens(own(name).label)
    expect(ratio('tooling') / ratio('documentation')).toBeGreaterThan(0.85)
    expect(ratio('tooling') / ratio('documentation')).toBeLessThan(1.15)
    // Also across the boundary, in all.
    const line = await tab.$eval('#map .boundary', (found) => (found as HTMLElement).offsetTop)
    const side = (isAbove: boolean) => {
      const own = boxes.filter(({ top }) => top < line === isAbove)
      const sum = (figure: (box: (typeof boxes)[number]) => number) => own.reduce((total, box) => total + figure(box), 0)
      return sum(({ area }) => area) / sum(({ label }) => tokens(label))
    }
    expect(side(true) / side(false)).toBeGreaterThan(0.8)
    expect(side(true) / side(false)).toBeLessThan(1.25)
    expect(own('safety').top).toBeLessThan(line)
    expect(own('messaging').top).toBeGreaterThan(line)
    await tab.close()
  })

  test('sections and files fold by pointer and keyboard', async () => {
    const { tab } = await open(plain)
    const isOpen = (selector: string) => tab.$eval(selector, (found) => (found as HTMLDetailsElement).open)
    const skills = '#section-project_context'
    await tab.click(`${skills} > summary`)
    expect(await isOpen(skills)).toBe(true)
    expect(await isOpen(`${skills} .file-part`)).toBe(true)
    await tab.click(`${skills} .file-part > summary`)
    expect(await isOpen(`${skills} .file-part`)).toBe(false)
    await tab.focus(`${skills} > summary`)
    await tab.keyboard.press('Enter')
    expect(await isOpen(skills)).toBe(false)
    await tab.click('#open-all')
    expect(await tab.$$eval('#text details:not([open])', (found) => found.length)).toBe(0)
    await tab.click('#close-all')
    expect(await tab.$$eval('#text details[open]', (found) => found.length)).toBe(0)
    await tab.close()
  })

  test('search counts matches in any case, opens what is folded and goes from one to the next', async () => {
    const { tab } = await open(plain)
    await tab.keyboard.press('/')
    await tab.keyboard.type('needle')
    expect(await tab.textContent('#match-count')).toBe('1 of 2')
    expect(await tab.$eval('#section-project_context', (found) => (found as HTMLDetailsElement).open)).toBe(true)
    const highlighted = () =>
      tab.evaluate(() => {
        const words = (name: string) => [...CSS.highlights.get(name)!].map((range) => String(range))
        return [words('matches'), words('current')]
      })
    expect(await highlighted()).toEqual([['needle', 'NEEDLE'], ['needle']])
    await tab.keyboard.press('Enter')
    expect(await tab.textContent('#match-count')).toBe('2 of 2')
    expect((await highlighted())[1]).toEqual(['NEEDLE'])
    await tab.click('#next')
    expect(await tab.textContent('#match-count')).toBe('1 of 2')
    await tab.click('#previous')
    expect(await tab.textContent('#match-count')).toBe('2 of 2')
    await tab.fill('#search', 'no such words')
    expect(await tab.textContent('#match-count')).toBe('0 of 0')
    await tab.fill('#search', '')
    expect(await tab.textContent('#match-count')).toBe('')
    await tab.close()
  })

  test('key and condition of a line show on hover and on keyboard focus', async () => {
    const { tab } = await open(plain)
    await tab.click('#section-tooling > summary')
    await tab.hover('[data-line="tooling.later_cron"]')
    expect(await tab.textContent('#hint')).toMatch(/^tooling\.later_cron: when main_surface, may:cron · \d+ chars$/)
    await tab.focus('#section-tooling pre')
    await tab.keyboard.press('ArrowDown')
    expect(await tab.textContent('#hint')).toMatch(/^tooling\.policy_intro: always · \d+ chars$/)
    await tab.keyboard.press('ArrowDown')
    expect(await tab.textContent('#hint')).toMatch(/^tooling\.fallback_intro: when !tools_listed, main_surface · /)
    await tab.keyboard.press('ArrowUp')
    expect(await tab.textContent('#hint')).toMatch(/^tooling\.policy_intro/)
    await tab.keyboard.press('Escape')
    expect(await tab.textContent('#hint')).toBe('')
    await tab.close()
  })

  test('the map is one stop for the keyboard; arrows move in it and Enter goes to the text', async () => {
    const { tab } = await open(plain)
    expect(await tab.$$eval('#map [tabindex="0"]', (found) => found.length)).toBe(1)
    await tab.focus('#map [tabindex="0"]')
    const focused = () => tab.evaluate(() => (document.activeElement as HTMLElement).dataset['key'])
    const seen = new Set([await focused()])
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight']) {
      await tab.keyboard.press(key)
      seen.add(await focused())
    }
    expect(seen.size).toBeGreaterThan(2)
    expect(await tab.$$eval('#map [tabindex="0"]', (found) => found.length)).toBe(1)
    expect(await tab.textContent('#hint')).toContain(' tokens (')
    await tab.focus('#map [data-key="project_context/SOUL.md"]')
    await tab.keyboard.press('Enter')
    expect(await tab.$eval('#section-project_context', (found) => (found as HTMLDetailsElement).open)).toBe(true)
    expect(await tab.evaluate(() => document.activeElement!.textContent)).toContain('SOUL.md')
    await tab.close()
  })

  test('the comparison names section, cause and cost, and shows the lines that changed', async () => {
    const { tab, wrong } = await open(compared)
    const comparison = (await tab.textContent('#difference'))!
    expect(comparison).toContain('project_context (changed), above the cache boundary')
    expect(comparison).toContain('file SOUL.md')
    expect(comparison).toMatch(/Extra cost0\.00\d+/)
    await tab.click('#difference summary')
    const lines = (name: string) => tab.$$eval(`#difference ${name}`, (found) => found.map(({ textContent }) => textContent))
    expect(await lines('del')).toContain('another line')
    expect(await lines('ins')).toContain('NEEDLE two')
    expect(await tab.textContent('#section-project_context > summary')).toContain('changed')
    expect(await tab.isHidden('#comparison')).toBe(false)
    expect(wrong).toEqual([])
    await tab.close()
    const without = await open(plain)
    expect(await without.tab.isHidden('#comparison')).toBe(true)
    await without.tab.close()
  })

  test('what was cut from a file is marked where it is missing, and the budget says so', async () => {
    const long = Array.from({ length: 900 }, (_, index) => `Line ${index} of many that say little.`).join('\n')
    const directory = workspace('cut', { 'SOUL.md': long, 'AGENTS.md': 'short\n', 'USER.md': 'x'.repeat(90) })
    const { tab } = await open(page(directory, '--max-chars', '5000'))
    await tab.click('#section-project_context > summary')
    await tab.waitForSelector('mark[data-label]')
    const label = await tab.$eval('mark[data-label]', (found) => getComputedStyle(found, '::before').content)
    const [, first, last, was, is] = /lines (\d+) to (\d+) of the file \(([\d,]+) chars\) stand here as (\d+) chars/.exec(label)!
    const marked = await tab.$$eval('mark', (found) => found.map(({ textContent }) => textContent).join('\n'))
    // Line feeds and empty lines at either end are in no mark.
    expect(Math.abs(marked.length - Number(is))).toBeLessThanOrEqual(4)
    // What is left of the file stands around the mark, so with what was cut it is whole.
    const shown = (await tab.textContent('[data-file$="/SOUL.md"] pre'))!
    const kept = shown.trimEnd().length - shown.indexOf('\n') - 1 - Number(is)
    expect(kept + Number(was!.replace(',', ''))).toBe(long.length)
    expect(Number(first)).toBeGreaterThan(50)
    expect(Number(last)).toBeLessThan(900)
    const budget = (await tab.textContent('#budget'))!
    expect(budget).toMatch(/SOUL\.mdcut[\d,]+4,\d{3}/)
    expect(budget).toContain('Limits: 5,000 for one file, 60,000 for all files.')
    expect(await tab.$$eval('mark[data-label]', (found) => found.length)).toBe(1)
    await tab.close()
  })

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('at %i pixels in %s, axe finds nothing and nothing sticks out', async (width, colorScheme) => {
    const { tab, wrong } = await open(compared, { width, height: 800, colorScheme })
    const check = async () => {
      const violations = await tab.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Array<{ id: string; nodes: unknown[] }> }> } }
        return (await axe.run()).violations.map(({ id, nodes }) => `${id} (${nodes.length})`)
      })
      expect(violations).toEqual([])
      expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await tab.evaluate(read('node_modules/axe-core/axe.min.js'))
    await check()
    await tab.click('#open-all')
    await tab.fill('#search', 'needle')
    await tab.click('#difference summary')
    await tab.focus('#section-safety pre')
    await tab.keyboard.press('ArrowDown')
    await check()
    expect(wrong).toEqual([])
    await tab.close()
  })

  test('what stands below the boundary is on the map, however little it is', async () => {
    const { tab } = await open(page(workspace('lopsided', { 'SOUL.md': 'word '.repeat(3_900) })), { width: 360 })
    const keys = await tab.$$eval('#map button', (found) => found.map((box) => (box as HTMLElement).dataset['key']))
    expect(keys).toContain('runtime/runtime')
    const inside = await tab.$eval('#map', (map) => {
      const { right, bottom } = map.getBoundingClientRect()
      const boxes = [...map.querySelectorAll('.box')].map((box) => box.getBoundingClientRect())
      return boxes.every((box) => box.right <= right + 1 && box.bottom <= bottom + 1)
    })
    expect(inside).toBe(true)
    await tab.close()
  })

  test('a prompt of 262 thousand characters opens, unfolds and is searched in good time', async () => {
    const line = 'This is one line of many; it says little, but it says it at length.\n'
    const names = ['AGENTS', 'SOUL', 'TOOLS', 'IDENTITY', 'USER', 'MEMORY', 'HEARTBEAT', 'BOOTSTRAP']
    const files = Object.fromEntries(names.map((name) => [`${name}.md`, line.repeat(470)]))
    const directory = workspace('large', { ...files, 'MEMORY.md': `${line.repeat(469)}the needle at the end\n` })
    const address = page(directory, '--max-chars', '40000', '--total-max-chars', '300000')
    const started = Date.now()
    const { tab, wrong } = await open(address)
    await tab.click('#open-all')
    await tab.fill('#search', 'it says little')
    expect(await tab.textContent('#match-count')).toMatch(/^1 of 3,7\d\d$/)
    await tab.fill('#search', 'the needle at the end')
    expect(await tab.textContent('#match-count')).toBe('1 of 1')
    const size = Number(/([\d,]+) chars/.exec((await tab.textContent('#summary'))!)![1]!.replaceAll(',', ''))
    expect(size).toBeGreaterThan(262_000)
    expect(Date.now() - started).toBeLessThan(20_000)
    expect(wrong).toEqual([])
    await tab.close()
  })
})

test('the page is one file that names nothing outside itself', () => {
  const directory = workspace('single', { 'SOUL.md': hostile })
  page(directory)
  const html = readFileSync(`${directory}.html`, 'utf8')
  expect(html).toContain("default-src 'none'")
  expect(html).not.toContain(hostile)
  expect(html.replace(/<script type="application\/json".*?<\/script>/s, '')).not.toMatch(/\b(?:src|href)="(?!#|data:)/)
})
