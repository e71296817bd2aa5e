'use strict'

// The page of `clawprompt inspect`. Texts of the prompt only ever become text nodes.

/* global d3, layout, treeOf, boundaryOf, shortName */

const data = JSON.parse(document.getElementById('data').textContent)
const { text, sections, blocks, lines, cuts, report, budget, comparison } = data

const $ = (id) => document.getElementById(id)
const grouped = (number) => number.toLocaleString('en-US')
const counted = report.tokenCounter === 'estimate' ? 'estimated' : `counted by ${report.tokenCounter}`

/** An element with attributes and children; strings become text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, '')
    else if (value !== undefined && value !== false) made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

function hint(words) {
  $('hint').textContent = words
}

// Summary

function showSummary() {
  const { chars, bytes, tokens } = report.systemPrompt
  const parts = [
    report.workspaceDir,
    `${grouped(tokens)} tokens (${counted})`,
    `${grouped(chars)} chars`,
    `${grouped(bytes)} bytes`,
  ]
  $('summary').textContent = parts.filter(Boolean).join(' · ')
}

// Map

const KINDS = {
  definition: 'prompt definition',
  overlay: 'overlay',
  provider: 'model provider',
  host: 'gateway plugins',
  workspace: 'workspace files',
  skills: 'skills',
  tools: 'tool list',
  caller: 'caller',
}

function showMap() {
  const map = $('map')
  const focused = map.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
  const boxes = layout(d3, treeOf(report), map.clientWidth, map.clientHeight)
  const shown = boxes.filter(({ depth, width, height }) => depth > 1 && width > 1 && height > 1)
  map.replaceChildren(...shown.map(showBox))
  const line = boundaryOf(boxes)
  if (line) {
    const label = element('div', { class: 'boundary' }, 'cache boundary')
    Object.assign(label.style, { top: `${line.y}px`, height: `${line.height}px` })
    map.append(label)
  }
  const buttons = [...map.querySelectorAll('button')]
  const start = buttons.find(({ dataset }) => dataset.key === focused) ?? buttons[0]
  if (start) start.tabIndex = 0
  if (focused !== undefined) start?.focus()
}

function showBox({ x, y, width, height, isLeaf, hasLabel, tokens, node }) {
  const share = ((100 * tokens) / report.systemPrompt.tokens).toFixed(1)
  const words = `${node.name}, ${grouped(tokens)} tokens, ${share}%`
  const size = hasLabel && width >= 34 ? '' : ' small'
  const box = isLeaf
    ? element('button', { type: 'button', class: `box ${node.kind}${size}`, tabindex: -1, 'aria-label': words })
    : element('div', { class: `box${size}` })
  box.append(element('span', { 'aria-hidden': isLeaf ? 'true' : undefined }, `${node.name} ${grouped(tokens)}`))
  Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
  box.dataset.key = `${node.section}/${node.name}`
  const full = `${node.section}${node.name === node.section ? '' : `, ${node.name}`}: ${grouped(tokens)} tokens (${share}%), ${grouped(node.chars)} chars`
  box.addEventListener('mouseenter', () => hint(full))
  if (isLeaf) {
    box.addEventListener('focus', () => hint(full))
    box.addEventListener('click', () => reveal(node))
  }
  return box
}

/** Arrow keys go to the nearest box in their direction. */
function moveInMap(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
  const from = event.target.closest('button')
  if (!step || !from) return
  event.preventDefault()
  const middle = (box) => [box.offsetLeft + box.offsetWidth / 2, box.offsetTop + box.offsetHeight / 2]
  const [x, y] = middle(from)
  let best
  for (const box of $('map').querySelectorAll('button')) {
    const [dx, dy] = [middle(box)[0] - x, middle(box)[1] - y]
    const along = dx * step[0] + dy * step[1]
    if (box === from || along <= 0) continue
    // Going astray costs double, so that the row or column is kept where possible.
    const distance = along + 2 * Math.abs(dx * step[1] + dy * step[0])
    if (!best || distance < best.distance) best = { box, distance }
  }
  if (!best) return
  from.tabIndex = -1
  best.box.tabIndex = 0
  best.box.focus()
}

function showLegend() {
  const used = new Set(sections.map(({ source }) => source))
  for (const { kind } of blocks) used.add(kind === 'file' ? 'workspace' : kind)
  const items = Object.entries(KINDS).filter(([kind]) => used.has(kind))
  $('legend').append(...items.map(([kind, name]) => element('li', {}, element('i', { class: kind }), name)))
}

// Budget

function showBudget() {
  const { maxChars, totalMaxChars, files } = budget
  const used = files.reduce((sum, file) => sum + file.injectedChars, 0)
  const rows = files.map((file) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, file.name),
      element('td', { class: `state-${file.state}`, title: file.why ?? false }, file.state),
      element('td', {}, grouped(file.rawChars)),
      element('td', {}, grouped(file.injectedChars)),
      element('td', {}, grouped(file.cutChars)),
      element('td', { class: 'bar' }, gauge(`${file.name} against the limit for one file`, file.injectedChars, maxChars)),
    ),
  )
  const total = element(
    'tr',
    {},
    element('th', { scope: 'row' }, 'all files'),
    element('td', {}, used > totalMaxChars * 0.85 ? 'near limit' : 'ok'),
    element('td', {}, grouped(files.reduce((sum, file) => sum + file.rawChars, 0))),
    element('td', {}, grouped(used)),
    element('td', {}, grouped(files.reduce((sum, file) => sum + file.cutChars, 0))),
    element('td', { class: 'bar' }, gauge('all files against their limit', used, totalMaxChars)),
  )
  const heads = ['file', 'state', 'on disk', 'used', 'cut', 'of the limit']
  const caption = `Chars. Limits: ${grouped(maxChars)} for one file, ${grouped(totalMaxChars)} for all files.`
  const table = element(
    'table',
    {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
    element('tbody', {}, ...rows, total),
  )
  // A region that scrolls must be reachable by keyboard.
  $('budget').append(element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Budget table' }, table))
}

function gauge(label, value, max) {
  const percent = `${Math.round((100 * value) / max)}%`
  return element('meter', { min: 0, max, high: max * 0.85, optimum: 0, value, 'aria-label': label, title: percent }, percent)
}

// Text

const changed = new Map((comparison?.result.sections ?? []).map(({ id, change }) => [id, change]))

function showText() {
  const parts = sections.map((section, index) => {
    if (section.placement === 'boundary') return element('div', { class: 'divider' }, 'cache boundary')
    return showSection(section, index)
  })
  $('text').append(...parts)
}

function showSection({ id, source, start, end }, index) {
  const { tokens, chars } = report.sections[index]
  const change = changed.get(id)
  const summary = element(
    'summary',
    {},
    element('b', {}, id),
    element('small', {}, `${grouped(tokens)} tokens, ${grouped(chars)} chars`),
    element('span', { class: `chip ${source}` }, source),
    ...(change ? [element('span', { class: 'chip differs' }, change)] : []),
  )
  const details = element('details', { id: `section-${id}`, open: index === 0 }, summary)
  // A closed section costs nothing until it is opened.
  details.fill = () => {
    details.fill = () => {}
    details.append(...bodies(id, start, end))
  }
  summary.addEventListener('click', () => details.fill())
  details.addEventListener('toggle', () => details.open && details.fill())
  if (index === 0) details.fill()
  return details
}

/** The section's text: its own lines, and each file foldable by itself. */
function bodies(id, start, end) {
  const files = blocks.filter((block) => block.kind === 'file' && block.start >= start && block.end <= end)
  const found = []
  let from = start
  for (const file of files) {
    if (file.start > from) found.push(body(id, from, file.start))
    const content = body(id, file.start, file.end)
    const size = element('small', {}, `${grouped(file.end - file.start)} chars`)
    const summary = element('summary', {}, element('b', {}, shortName(file.name, report.workspaceDir)), size)
    found.push(element('details', { class: 'file-part', 'data-file': file.name, open: true }, summary, content))
    from = file.end
  }
  if (from < end) found.push(body(id, from, end))
  return found
}

function body(id, start, end) {
  const pre = element('pre', { tabindex: 0, role: 'group', 'aria-label': `Text of ${id}; arrow keys go from line to line` })
  pre.dataset.start = start
  let from = start
  for (const line of lines.filter((line) => line.section === id && line.start < end && line.end > start)) {
    const [first, last] = [Math.max(line.start, start), Math.min(line.end, end)]
    if (first > from) pre.append(text.slice(from, first))
    pre.append(...showLine(line, first, last))
    from = last
  }
  if (from < end) pre.append(text.slice(from, end))
  return pre
}

/** A line of the definition; what a file or list fills it with goes by lines of its own. */
function showLine(line, first, last) {
  const file = blocks.find((block) => block.kind === 'file' && block.start <= first && first < block.end)
  const rows = text.slice(first, last).split('\n')
  let from = first
  return rows.flatMap((row, index) => {
    const end = from + row.length
    // The first row of a file is its heading.
    const place = file && index > 0 ? `, row ${grouped(index)} of ${shortName(file.name, report.workspaceDir)}` : ''
    const shown = row === '' ? [] : [showRow(line, from, end, place)]
    from = end + 1
    return index < rows.length - 1 ? [...shown, '\n'] : shown
  })
}

/** Cuts whose label is on the page. */
const labelled = new Set()

function showRow(line, first, last, place) {
  const shown = element('span', { class: 'line', tabindex: -1, 'data-line': `${line.section}.${line.key}` })
  let from = first
  for (const cut of cuts.filter((cut) => cut.start < last && cut.end > first)) {
    const [start, end] = [Math.max(cut.start, first), Math.min(cut.end, last)]
    // The label stands at the first row of the cut.
    const label = labelled.has(cut) ? undefined : cut.label
    labelled.add(cut)
    shown.append(text.slice(from, start), element('mark', { class: 'cut', 'data-label': label }, text.slice(start, end)))
    from = end
  }
  shown.append(text.slice(from, last))
  const condition = line.when.length > 0 ? `when ${line.when.join(', ')}` : 'always'
  shown.dataset.hint = `${line.section}.${line.key}${place}: ${condition} · ${grouped(last - first)} chars`
  return shown
}

function moveInText(event) {
  const pre = event.target.closest('pre')
  if (!pre || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
  const own = [...pre.querySelectorAll('.line')]
  const at = own.indexOf(document.activeElement)
  const next = own[event.key === 'ArrowDown' ? at + 1 : at - 1]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

function lineHint(event) {
  // Keys scroll, and what then comes to lie under the pointer is not what the reader is at.
  if (event.type === 'mouseover' && event.timeStamp - lastKey < 300) return
  const line = event.target.closest?.('.line')
  if (line) hint(line.dataset.hint)
}

/** Opens the text of a box of the map and goes there. */
function reveal({ section, file }) {
  const details = $(`section-${section}`)
  if (!details) return
  details.open = true
  details.fill()
  const part = file && [...details.querySelectorAll('.file-part')].find(({ dataset }) => dataset.file === file)
  if (part) part.open = true
  const target = part || details
  target.scrollIntoView({ block: 'start' })
  target.querySelector('summary').focus({ preventScroll: true })
}

function setAll(open) {
  for (const details of $('text').querySelectorAll('details')) {
    if (open) details.fill?.()
    details.open = open
  }
}

// Search

const search = { places: [], at: -1 }

function find() {
  const wanted = $('search').value.toLowerCase()
  search.places = []
  search.at = -1
  if (wanted !== '') {
    const lower = text.toLowerCase()
    // Lower case can change the length of a text; such a text is searched as it is.
    const [haystack, needle] = lower.length === text.length ? [lower, wanted] : [text, $('search').value]
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
      search.places.push([at, at + needle.length])
    }
  }
  go(search.places.length > 0 ? 0 : -1)
}

function go(at) {
  const { places } = search
  search.at = places.length === 0 ? -1 : (at + places.length) % places.length
  const wanted = $('search').value !== ''
  $('match-count').textContent = wanted ? `${places.length === 0 ? 0 : search.at + 1} of ${grouped(places.length)}` : ''
  if (search.at >= 0) open(places[search.at][0])
  paint()
  const current = search.at >= 0 ? rangesOf([places[search.at]])[0] : undefined
  const line = current?.startContainer.parentElement
  line?.scrollIntoView({ block: 'center' })
}

/** Opens the section and the file in which the unit stands. */
function open(at) {
  const section = sections.find(({ start, end }) => start <= at && at < end)
  const details = section && $(`section-${section.id}`)
  if (!details) return
  details.open = true
  details.fill()
  for (const part of details.querySelectorAll('.file-part')) {
    const start = Number(part.querySelector('pre').dataset.start)
    if (start <= at && at < start + part.querySelector('pre').textContent.length) part.open = true
  }
}

/** Highlights matches in what is open, without touching the document. */
function paint() {
  if (!window.CSS?.highlights) return
  const { places, at } = search
  CSS.highlights.set('matches', new Highlight(...rangesOf(places)))
  CSS.highlights.set('current', new Highlight(...(at >= 0 ? rangesOf([places[at]]) : [])))
}

/** Ranges of the document for units of the text, as far as they are on the page. */
function rangesOf(places) {
  const ranges = []
  let next = 0
  for (const pre of $('text').querySelectorAll('pre')) {
    let from = Number(pre.dataset.start)
    const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const end = from + node.length
      while (next < places.length && places[next][0] < from) next += 1
      for (; next < places.length && places[next][0] < end; next += 1) {
        const range = new Range()
        range.setStart(node, places[next][0] - from)
        range.setEnd(node, Math.min(places[next][1] - from, node.length))
        ranges.push(range)
      }
      from = end
    }
  }
  return ranges
}

// Comparison

function showComparison() {
  if (!comparison) return
  $('comparison').hidden = false
  const { result, name, changes } = comparison
  const { equal, firstDifference: first, equalPrefix, missed, cost } = result
  const size = ({ chars, bytes, tokens }) => `${grouped(chars)} chars, ${grouped(bytes)} bytes, ${grouped(tokens)} tokens`
  const rows = [['With', name]]
  if (equal) {
    rows.push(['Result', 'The prompts are equal.'])
  } else {
    const causes = first.causes.map(({ kind, name }) => `${kind} ${shortName(name, report.workspaceDir)}`.trim()).join(', ')
    rows.push(
      ['First difference', `${first.section} (${first.change}), ${first.beforeBoundary ? 'above' : 'below'} the cache boundary`],
      ['Behind it', causes || 'not known'],
      ['Equal so far', size(equalPrefix)],
      ['Cache misses', first.beforeBoundary ? size(missed) : 'nothing'],
    )
  }
  if (cost) rows.push(['Extra cost', cost.extra.toFixed(6)])
  const list = element('dl', {}, ...rows.flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)]))
  $('difference').append(list, ...changes.map(showChange))
}

/** A section that differs: the lines that it lost and those that it gained. */
function showChange({ id, change, before, after }) {
  const [old, current] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, current.length) && old[start] === current[start]) start += 1
  let end = 0
  const most = Math.min(old.length, current.length) - start
  while (end < most && old[old.length - 1 - end] === current[current.length - 1 - end]) end += 1
  const rows = (name, all) => all.slice(start, all.length - end).map((line) => element(name, {}, line || ' '))
  const pre = element('pre', { class: 'diff', tabindex: 0, role: 'group', 'aria-label': `Changes of ${id}` })
  pre.append(...rows('del', old), ...rows('ins', current))
  const summary = element('summary', {}, element('b', {}, id), element('small', {}, change))
  return element('details', {}, summary, pre)
}

let lastKey = -Infinity

// Start

showSummary()
showMap()
showLegend()
showBudget()
showText()
showComparison()

new ResizeObserver(() => showMap()).observe($('map'))
$('map').addEventListener('keydown', moveInMap)
$('text').addEventListener('keydown', moveInText)
$('text').addEventListener('mouseover', lineHint)
$('text').addEventListener('focusin', lineHint)
$('search').addEventListener('input', find)
$('tools').addEventListener('submit', (event) => {
  event.preventDefault()
  go(search.at + 1)
})
$('next').addEventListener('click', () => go(search.at + 1))
$('previous').addEventListener('click', () => go(search.at - 1))
$('open-all').addEventListener('click', () => setAll(true))
$('close-all').addEventListener('click', () => setAll(false))
document.addEventListener('toggle', paint, true)
document.addEventListener('keydown', (event) => {
  lastKey = event.timeStamp
  const isTyping = event.target.closest?.('input')
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    $('search').focus()
  } else if (event.key === 'Escape') {
    hint('')
  }
})
