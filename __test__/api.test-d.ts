// Checked by `tsc -p __test__`, never run: the typings as a caller sees them.

import {
  type AgentSystemPromptParams,
  buildAgentSystemPrompt,
  PromptBuilder,
  type PromptParts,
  type PromptSection,
  renderAgentSystemPrompt,
  splitSystemPromptCacheBoundary,
  validateAgentSystemPromptParams,
} from '../index.js'

const prompt: string = buildAgentSystemPrompt({ workspaceDir: '/ws', promptMode: 'full' })
const everything: AgentSystemPromptParams = {
  workspaceDir: '/ws',
  promptMode: null,
  toolNames: ['read'] as const,
  nativeCommandGuidanceLines: new Set(['line']),
  sandboxInfo: { enabled: true, workspaceAccess: 'rw', elevated: { allowed: false } },
  contextFiles: [{ path: 'AGENTS.md', content: '' }],
  runtimeInfo: { capabilities: ['inlineButtons'], model: null },
}
const sections: PromptSection[] = renderAgentSystemPrompt(everything).sections
const placement: 'stable' | 'boundary' | 'dynamic' = sections[0]!.placement
const halves: PromptParts | undefined = splitSystemPromptCacheBoundary(prompt)
const builder = new PromptBuilder({ overlays: [{ name: 'a.toml', toml: '' }, { section: {} }] })
const problems: string[] = validateAgentSystemPromptParams(5).map(({ field }) => field)
void [placement, halves, builder.parts(everything).stablePrefix, problems]

// @ts-expect-error the workspace is required
buildAgentSystemPrompt({})
// @ts-expect-error not a mode
buildAgentSystemPrompt({ workspaceDir: '/ws', promptMode: 'half' })
// @ts-expect-error not a parameter
buildAgentSystemPrompt({ workspaceDir: '/ws', colour: 'blue' })
