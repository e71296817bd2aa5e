// The two sides of a comparison: the gateway's functions and clawprompt's, under one shape.
//
//   parseFrontmatter(text)   the header's values
//   load(request)            entries of { workspace, config, agentId }
//   list(request)            { prompt, names, visible } of { workspace, config, agentId, note, entries? }

import { learnSkillTexts } from './wording.mjs'

const named = (list) => list.map(({ name }) => name)

/** The gateway's side. */
export function peerSide(peer) {
  return {
    parseFrontmatter: (text) => peer.parseFrontmatterBlock(text),
    load: ({ workspace, config, agentId }) => peer.loadWorkspaceSkillEntries(workspace, { config, agentId }),
    list({ workspace, config, agentId, note, entries }) {
      const remote = note && { platforms: [], hasBin: () => false, hasAnyBin: () => false, note }
      const options = { config, agentId, entries, eligibility: remote && { remote } }
      const { prompt, skills, resolvedSkills } = peer.buildWorkspaceSkillSnapshot(workspace, options)
      return { prompt, names: named(skills), visible: named(resolvedSkills) }
    },
  }
}

/** Our side, with the gateway's sentences around the list as an overlay in memory. */
export function ownSide(clawprompt, peer) {
  const texts = Object.entries(learnSkillTexts(peer)).map(([key, text]) => [`skills.${key}`, text])
  const builder = new clawprompt.PromptBuilder({ overlays: [{ texts: Object.fromEntries(texts) }] })
  return {
    parseFrontmatter: (text) => clawprompt.parseFrontmatterBlock(text),
    load: ({ workspace, config, agentId }) => clawprompt.loadWorkspaceSkillEntriesSync(workspace, { config, agentId }),
    list({ workspace, config, agentId, note, entries }) {
      const remote = note && { note }
      const options = { config, agentId, entries, builder, eligibility: remote && { remote } }
      const { prompt, skills, resolvedSkills } = clawprompt.buildWorkspaceSkillSnapshotSync(workspace, options)
      return { prompt, names: named(skills), visible: named(resolvedSkills) }
    },
  }
}
