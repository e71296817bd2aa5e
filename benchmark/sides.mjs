// Both builders in this process, with equal output: the gateway's, and ours with an overlay of the gateway's words.

import { createRequire } from 'node:module'

import { loadPeer } from '../parity/peer.mjs'
import { turn, workspaceFiles } from './cases.mjs'
import { remembering } from './control.mjs'
import { STRUCTURE, learnOverlay } from './wording.mjs'

const clawprompt = createRequire(import.meta.url)('../index.js')

/** Names of the columns that {@link loadSides} fills. */
export const COLUMNS = ['peer', 'addon', 'control']

/**
 * @param {string[]} [areas] what the gateway's side needs beside its builder
 * @returns {Promise<{peer: object, overlays: object[], build: Record<string, (params: object) => string>}>}
 *   `build.control` is the gateway's builder behind the memory that the addon has in front
 */
export async function loadSides(areas = []) {
  const peer = await loadPeer(undefined, { areas: ['renderer', 'host', ...areas] })
  peer.setHost()
  const theirs = peer.buildAgentSystemPrompt
  const structure = new clawprompt.PromptBuilder({ overlays: [STRUCTURE] })
  // The heartbeat file has a heading of its own.
  const files = [...workspaceFiles(300, 'Latin'), { path: 'HEARTBEAT.md', content: 'Look.' }]
  const overlays = [STRUCTURE, learnOverlay(structure, theirs, turn(files))]
  const builder = new clawprompt.PromptBuilder({ overlays })
  const build = { peer: theirs, addon: (params) => builder.build(params), control: remembering(theirs) }
  return { peer, overlays, build }
}

/** Throws unless all prompts are the same string. */
export function requireEqual(what, prompts) {
  const [first, ...others] = Object.values(prompts)
  if (!first || others.some((prompt) => prompt !== first)) throw new Error(`${what}: the prompts differ`)
}
