// Checked by `tsc -p __test__`, never run: the typings as a caller sees them.

import {
  analyzeBootstrapBudget,
  type BootstrapRunContext,
  buildBootstrapContextFiles,
  buildBootstrapInjectionStats,
  buildBootstrapPromptWarning,
  type ContextFile,
  filterBootstrapFilesForSession,
  loadWorkspaceBootstrapFilesSync,
  resolveBootstrapContextForRun,
  resolveBootstrapContextForRunSync,
  resolveBootstrapRouting,
  type WorkspaceBootstrapFile,
  adaptRun,
  type AgentSystemPromptParams,
  buildAgentSystemPrompt,
  buildConfiguredAgentSystemPrompt,
  buildWorkspaceSkillSnapshotSync,
  checkGatewayConfigMutation,
  explainWorkspaceSkillsSync,
  formatSkillsForPrompt,
  loadGatewayConfig,
  loadWorkspaceSkillEntries,
  loadWorkspaceSkillEntriesSync,
  mergePromptContributions,
  needsSkillSnapshotRebuild,
  PromptBuilder,
  type PromptParts,
  type PromptSection,
  renderAgentSystemPrompt,
  resolveAgentSystemPromptConfig,
  resolveConfiguredPromptParams,
  resolveGpt5SystemPromptContribution,
  resolveSkillsPromptForRun,
  type SkillEntry,
  type SkillReason,
  splitSystemPromptCacheBoundary,
  validateAgentSystemPromptParams,
  buildSystemPromptReport,
  compareRenderedPrompts,
  formatContextReport,
  type SystemPromptReport,
} from '../index.js'
import { tokenCounter } from '../tokens.js'

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

/** A config as another package declares it: an interface, without an index signature. */
interface OwnConfig {
  agents?: { list: { id: string }[] }
  reload(): void
}
declare const config: OwnConfig
const settings = resolveAgentSystemPromptConfig({ config, agentId: null })
buildAgentSystemPrompt({ workspaceDir: '/ws', ...settings })
const adapted = adaptRun('embedded', { workspaceDir: '/ws', tools: { names: ['read'] }, sandbox: null }, { config })
buildConfiguredAgentSystemPrompt({ ...adapted.params, config, configWins: false })
const lost: string[] = resolveConfiguredPromptParams({ workspaceDir: '/ws', config }).overwritten
const overlay = resolveGpt5SystemPromptContribution({ modelId: 'gpt-5' })
buildAgentSystemPrompt({ workspaceDir: '/ws', promptContribution: mergePromptContributions([overlay, null]) ?? null })
const loaded: Promise<{ config: Record<string, unknown>; files: string[] }> = loadGatewayConfig('openclaw.json')
const { allowed }: { allowed: boolean } = checkGatewayConfigMutation({ action: 'patch', currentConfig: config, proposed: '{}' })
void [lost, loaded, allowed]

// @ts-expect-error not an adapter
adaptRun('live', { workspaceDir: '/ws' })
// @ts-expect-error not a fact
adaptRun('cli', { workspaceDir: '/ws', colour: 'blue' })
// @ts-expect-error a config is an object
resolveAgentSystemPromptConfig({ config: 'openclaw.json' })

const run: Promise<BootstrapRunContext> = resolveBootstrapContextForRun({
  workspaceDir: '/ws',
  sessionKey: null,
  budgetPolicy: 'fair',
  cut: 'outline',
  hook: async ({ context }) => context.bootstrapFiles.filter(({ name, reason }) => name !== 'MEMORY.md' && reason !== 'too-large'),
})
const records: WorkspaceBootstrapFile[] = loadWorkspaceBootstrapFilesSync('/ws', { extraFiles: ['packages/*/AGENTS.md'] })
const kept: WorkspaceBootstrapFile[] = filterBootstrapFilesForSession(records, 'subagent:1')
const shown: ContextFile[] = buildBootstrapContextFiles(records, { maxChars: 1_000, warn: (message: string) => void message })
const stats = buildBootstrapInjectionStats({ bootstrapFiles: kept, injectedFiles: shown })
const analysis = analyzeBootstrapBudget({ files: stats, bootstrapMaxChars: 1_000, bootstrapTotalMaxChars: 60_000 })
const warning = buildBootstrapPromptWarning({ analysis, mode: 'once' })
void [run, warning.lines satisfies string[], resolveBootstrapRouting({ bootstrapFiles: records }).bootstrapMode satisfies 'none' | 'limited' | 'full']

// @ts-expect-error not a policy
buildBootstrapContextFiles(records, { budgetPolicy: 'equal' })
// @ts-expect-error a hook needs the form that waits
resolveBootstrapContextForRunSync({ workspaceDir: '/ws', hook: () => [] })

const entries: Promise<SkillEntry[]> = loadWorkspaceSkillEntries('/ws', { config, skillFilter: ['a'], agentId: null })
const loadedSkills: SkillEntry[] = loadWorkspaceSkillEntriesSync('/ws')
const snapshot = buildWorkspaceSkillSnapshotSync('/ws', { entries: loadedSkills, overflow: 'fair', builder })
const runPrompt: string = resolveSkillsPromptForRun({ skillsSnapshot: snapshot, entries: loadedSkills, config })
const reasons: (SkillReason | undefined)[] = explainWorkspaceSkillsSync('/ws').skills.map(({ reason }) => reason)
const stale: boolean = needsSkillSnapshotRebuild({ stored: snapshot, snapshotVersion: 2 })
void [entries, runPrompt, reasons, stale, formatSkillsForPrompt(snapshot.resolvedSkills, { layout: 'compact' })]

// @ts-expect-error not a policy
buildWorkspaceSkillSnapshotSync('/ws', { overflow: 'random' })
// @ts-expect-error a skill has a path
formatSkillsForPrompt([{ name: 'a', description: 'd' }])

// Accounting: what a render returned, or the same read back from JSON.
const rendered = renderAgentSystemPrompt(everything)
const report: SystemPromptReport = buildSystemPromptReport({
  source: 'run',
  generatedAt: 0,
  systemPrompt: rendered,
  tools: [{ name: 'read', parameters: {} }],
  countTokens: tokenCounter('o200k_base'),
})
const difference: 'added' | 'changed' | 'moved' | 'removed' | undefined = compareRenderedPrompts(
  { text: rendered.text, sections: rendered.sections },
  rendered,
).firstDifference?.change
void [difference, formatContextReport(report, 'size', null), builder.renderForSession('s', everything).change?.missed.tokens]
// @ts-expect-error not a view
formatContextReport(report, 'short')
// @ts-expect-error not an encoding
tokenCounter('p50k_base')
// @ts-expect-error a text alone has no map
buildSystemPromptReport({ source: 'run', generatedAt: 0, systemPrompt: rendered.text })
