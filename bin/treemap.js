'use strict'

// The treemap of a report: its tree and its layout. The page carries this file too, so it uses nothing of Node.

/** Height of a heading within its rectangle. */
const HEADING = 18
/** Height of the cache boundary, between what stands above and below it. */
const BOUNDARY = 22
/** Least height of a side. */
const THINNEST = 18

/**
 * A report as a tree of `{ name, kind, tokens, chars, section }`; leaves add up to their parents.
 *
 * First what stands above the cache boundary and what stands below it, then sections, then files and skills.
 */
function treeOf(report) {
  const side = (placement, name) => {
    const sections = report.sections.filter((section) => section.placement === placement)
    return { name, kind: 'side', children: sections.map((section) => sectionNode(section, report)) }
  }
  const sides = [side('stable', 'above the cache boundary'), side('dynamic', 'below the cache boundary')]
  return { name: 'system prompt', kind: 'prompt', children: sides.filter(({ children }) => children.length > 0) }
}

function sectionNode({ id, source, tokens, chars, parts }, report) {
  const node = { name: id, kind: source, section: id, tokens, chars }
  if (parts.length === 0) return node
  const own = { ...node, name: 'own text', tokens: rest(tokens, parts, 'tokens'), chars: rest(chars, parts, 'chars') }
  return { ...node, children: [...parts.map((part) => partNode(part, id, report)), own] }
}

/** A path below the workspace without the workspace. */
function shortName(path, workspaceDir) {
  return workspaceDir && path.startsWith(`${workspaceDir}/`) ? path.slice(workspaceDir.length + 1) : path
}

function partNode({ kind, name, tokens, chars }, section, report) {
  const node = { name: shortName(name, report.workspaceDir) || `${kind} list`, kind, section, file: name || undefined, tokens, chars }
  if (kind !== 'skills' || report.skills.entries.length === 0) return node
  const skills = report.skills.entries.map((skill) => ({
    name: skill.name,
    kind,
    section,
    tokens: skill.blockTokens,
    chars: skill.blockChars,
  }))
  const own = { ...node, name: 'around the skills', tokens: rest(tokens, skills, 'tokens'), chars: rest(chars, skills, 'chars') }
  return { ...node, children: [...skills, own] }
}

/** What the parts leave of a whole. */
function rest(whole, parts, figure) {
  return Math.max(0, parts.reduce((left, part) => left - part[figure], whole))
}

/**
 * Rectangles for a width and a height: `{ x, y, width, height, depth, tokens, isLeaf, hasLabel, node }`, parents first.
 *
 * Areas of leaves are as their tokens. The two sides of the boundary lie one above the other; a side is never
 * thinner than a line of text, however little stands on it.
 */
function layout(d3, tree, width, height) {
  const sides = tree.children.map((side) => d3.hierarchy(side).sum((node) => (node.children ? 0 : node.tokens)))
  const total = sides.reduce((sum, { value }) => sum + value, 0)
  const room = height - BOUNDARY * (sides.length - 1)
  const least = sides.length > 1 ? THINNEST : 0
  let y = 0
  return sides.flatMap((side) => {
    const share = Math.round((room * side.value) / total)
    const own = Math.min(Math.max(share, least), room - least * (sides.length - 1))
    const boxes = layoutSide(d3, side, width, own).map((box) => ({ ...box, y: box.y + y }))
    y += own + BOUNDARY
    return boxes
  })
}

/** A heading must leave room for what it heads. */
function fitsHeading(height) {
  return height > 2.5 * HEADING
}

function layoutSide(d3, side, width, height) {
  side.sort((left, right) => right.value - left.value)
  d3
    .treemap()
    .size([width, height])
    .tile(d3.treemapSquarify)
    .round(true)
    .paddingInner(2)
    .paddingTop((node) => (node.depth > 0 && node.children && fitsHeading(node.y1 - node.y0) ? HEADING : 0))(side)
  return side
    .descendants()
    .filter((node) => node.value > 0)
    .map((node) => ({
      x: node.x0,
      y: node.y0,
      width: node.x1 - node.x0,
      height: node.y1 - node.y0,
      depth: node.depth + 1,
      tokens: node.value,
      isLeaf: !node.children,
      hasLabel: node.children ? fitsHeading(node.y1 - node.y0) : node.y1 - node.y0 >= HEADING - 4,
      node: node.data,
    }))
}

/** Where the cache boundary lies; undefined when nothing stands on one of its sides. */
function boundaryOf(boxes) {
  const sides = boxes.filter(({ depth }) => depth === 1)
  return sides.length === 2 ? { y: sides[0].y + sides[0].height, height: BOUNDARY } : undefined
}

if (typeof module !== 'undefined') module.exports = { boundaryOf, layout, shortName, treeOf }
