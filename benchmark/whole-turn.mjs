// A whole turn on either side: eight workspace files are validated and, where they changed, read; what exceeds the
// budget is cut; the prompt is rendered, its lengths and its hash are reported. On our side that is one call,
// `prepareTurnSync`, or where a build lacks it the functions that stand for the gateway's, one after the other.
//
// The reports are not the same: the gateway's also sizes each tool and skill, ours has the account of the files and
// lengths on both sides of the cache boundary. Neither is much of the turn beside the gateway's hash.

import { createRequire } from 'node:module'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { turn, workspaceText } from './cases.mjs'
import { spread } from './statistics.mjs'

const clawprompt = createRequire(import.meta.url)('../index.js')

const NAMES = ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'BOOTSTRAP.md', 'MEMORY.md']
// About 85,000 units in all: one file is over its own limit and the last ones over that of all.
const SIZES = [20_500, 8_000, 9_000, 8_000, 9_000, 8_000, 12_000, 10_500]
const CUT = /shortened here|: keeps |…truncated/
const TOOLS = turn([]).toolNames.map((name) => ({ name, description: `The tool ${name}.`, parameters: { type: 'object', properties: {} } }))
const SKILLS = `<available_skills>\n${'  <skill>\n    <name>one-of-many</name>\n    <description>Does one thing.</description>\n  </skill>\n'.repeat(170)}</available_skills>`

/** What happens before each turn. */
export const TURNS = {
  unchanged: () => ({}),
  'suffix changes': (number) => ({ extraSystemPrompt: `Chat number ${number}.` }),
  'one file rewritten': (number, dir) => {
    const text = `${workspaceText(SIZES[1], 'mixed').slice(0, -12)}${String(number).padStart(11)}\n`
    fs.writeFileSync(path.join(dir, NAMES[1]), text)
    return {}
  },
}

// A new directory with the eight files.
function plantWorkspace() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'whole-turn-'))
  NAMES.forEach((name, index) => fs.writeFileSync(path.join(dir, name), workspaceText(SIZES[index], 'mixed')))
  return dir
}

function paramsOf(dir, change) {
  const { contextFiles, ...params } = turn([], { workspaceDir: dir })
  return { ...params, skillsPrompt: SKILLS, ...change }
}

const SESSION = 'agent:main:telegram:0'
const RUN = {
  source: 'run',
  generatedAt: 0,
  sessionId: 'session',
  sessionKey: SESSION,
  provider: 'provider',
  model: 'large',
  bootstrapMaxChars: 20_000,
  bootstrapTotalMaxChars: 60_000,
}

/** The gateway's turn. */
function peerTurn(peer, dir) {
  return async (change) => {
    const { bootstrapFiles, contextFiles } = await peer.resolveBootstrapContextForRun({ workspaceDir: dir, sessionKey: SESSION, warn: () => {} })
    const systemPrompt = peer.buildAgentSystemPrompt({ ...paramsOf(dir, change), contextFiles })
    const files = { bootstrapFiles, injectedFiles: contextFiles }
    peer.buildSystemPromptReport({ ...RUN, ...files, workspaceDir: dir, systemPrompt, skillsPrompt: SKILLS, tools: TOOLS })
    return systemPrompt
  }
}

/** Our turn. */
function addonTurn(overlays, dir) {
  const workspace = { workspaceDir: dir, sessionKey: SESSION, warningMode: 'off' }
  const builder = new clawprompt.PromptBuilder({ overlays, workspace })
  if (typeof builder.prepareTurnSync === 'function') {
    return (change) => builder.prepareTurnSync(paramsOf(dir, change)).text
  }
  return (change) => {
    const { bootstrapFiles, contextFiles } = clawprompt.resolveBootstrapContextForRunSync(workspace)
    const systemPrompt = builder.render({ ...paramsOf(dir, change), contextFiles })
    const files = { bootstrapFiles, injectedFiles: contextFiles }
    clawprompt.buildSystemPromptReport({ ...RUN, ...files, workspaceDir: dir, systemPrompt, tools: TOOLS })
    return systemPrompt.text
  }
}

/**
 * Times both sides in turns: figures in microseconds, by kind of turn.
 *
 * @param {{peer: object, overlays: object[]}} sides
 */
export async function measureWholeTurn({ peer, overlays }, { rounds }) {
  const dir = plantWorkspace()
  const sides = { peer: peerTurn(peer, dir), addon: addonTurn(overlays, dir) }
  try {
    // Long past the clock's grain, so that what is read may be remembered.
    await new Promise((done) => setTimeout(done, 3_000))
    const figures = {}
    for (const [name, prepare] of Object.entries(TURNS)) figures[name] = await time(name, sides, prepare, dir, rounds)
    return figures
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

// Turns of one side in a row; the first of them put its code and data back into the caches and do not count.
const BLOCK = 12
const LEAD = 2

async function time(name, sides, prepare, dir, rounds) {
  const times = { peer: [], addon: [] }
  // The first block of each side warms up.
  for (let block = 0; block <= rounds / (BLOCK - LEAD); block += 1) {
    const last = {}
    for (const [side, work] of Object.entries(sides)) {
      for (let call = 0; call < BLOCK; call += 1) {
        const change = prepare(block * BLOCK + call, dir)
        const before = process.hrtime.bigint()
        const done = work(change)
        const prompt = done instanceof Promise ? await done : done
        prompt.charCodeAt(prompt.length - 1)
        const after = Number(process.hrtime.bigint() - before)
        last[side] = prompt
        if (block > 0 && call >= LEAD) times[side].push(after)
      }
    }
    requireSameTurn(name, last, block)
  }
  return Object.fromEntries(Object.entries(times).map(([side, values]) => [side, spread(values)]))
}

// The marks of cuts have other words but the same length; everything else must be equal.
function requireSameTurn(name, prompts, number) {
  const [theirs, own] = Object.values(prompts).map((prompt) => prompt.split('\n'))
  const differing = own.flatMap((line, index) => (line === theirs[index] ? [] : [index]))
  const isMark = (index) => own[index].length === theirs[index]?.length && CUT.test(own[index])
  const plain = differing.filter((index) => !isMark(index))
  if (theirs.length !== own.length || plain.length > 0) {
    throw new Error(`whole turn, ${name}, round ${number}: ${plain.length} lines differ that are no marks of cuts`)
  }
}
