import * as clawprompt from '../index.js'
import { expect, test } from 'vitest'

import { read } from './support.js'

test('the package exports exactly the documented names', () => {
  const names = Object.keys(clawprompt).filter((name) => name !== 'default')
  expect(names.sort()).toEqual([
    'BUILD_PROFILE',
    'PromptBuilder',
    'VERSION',
    '__napiBindingTarget',
    'adaptRun',
    'analyzeBootstrapBudget',
    'appendBootstrapPromptWarning',
    'appendModelIdentitySystemPrompt',
    'applyPromptHooks',
    'applyPromptHooksToUserPrompt',
    'buildAgentSystemPrompt',
    'buildBootstrapContextFiles',
    'buildBootstrapInjectionStats',
    'buildBootstrapPromptWarning',
    'buildBootstrapPromptWarningNotice',
    'buildBootstrapTruncationReportMeta',
    'buildCodexRunParams',
    'buildConfiguredAgentSystemPrompt',
    'buildMemoryPromptSection',
    'buildSessionStartupContextPrelude',
    'buildSessionStartupContextPreludeSync',
    'buildSystemPromptReport',
    'buildWorkspaceSkillSnapshot',
    'buildWorkspaceSkillSnapshotSync',
    'buildWorkspaceSkillsPrompt',
    'buildWorkspaceSkillsPromptSync',
    'checkBootstrapSize',
    'checkGatewayConfigMutation',
    'compareRenderedPrompts',
    'computeSkillPromptVersion',
    'contextFilesForBootstrapMode',
    'describeOperatingSystem',
    'ensureSystemPromptCacheBoundary',
    'estimateTokens',
    'excerptMemoryFile',
    'explainWorkspaceSkills',
    'explainWorkspaceSkillsSync',
    'filterBootstrapFilesForSession',
    'findReferencePaths',
    'findReferencePathsSync',
    'findRepoRootSync',
    'formatContextReport',
    'formatCurrentTimeLines',
    'formatEnvelopeHeader',
    'formatSkillsForPrompt',
    'formatUserTime',
    'hasCompletedBootstrapTurn',
    'hasCompletedBootstrapTurnSync',
    'hasNativeApprovals',
    'isTimeZone',
    'loadGatewayConfig',
    'loadGatewayConfigSync',
    'loadTtsPreferences',
    'loadTtsPreferencesSync',
    'loadWorkspaceBootstrapFiles',
    'loadWorkspaceBootstrapFilesSync',
    'loadWorkspaceSkillEntries',
    'loadWorkspaceSkillEntriesSync',
    'mergePromptContributions',
    'mergePromptHookResults',
    'needsSkillSnapshotRebuild',
    'normalizeAgentId',
    'parseFrontmatterBlock',
    'prefixCodexRequest',
    'prependSystemPromptAdditionAfterCacheBoundary',
    'publishPluginSkillLinks',
    'publishPluginSkillLinksSync',
    'readPostCompactionContext',
    'readPostCompactionContextSync',
    'refreshCurrentTimeLines',
    'remapContextFilesToWorkspace',
    'renderAgentSystemPrompt',
    'resolveAgentHeartbeatPrompt',
    'resolveAgentModel',
    'resolveAgentPromptSurfaceForSessionKey',
    'resolveAgentSystemPromptConfig',
    'resolveBootstrapContextForRun',
    'resolveBootstrapContextForRunSync',
    'resolveBootstrapMode',
    'resolveBootstrapRouting',
    'resolveChannelCapabilities',
    'resolveConfiguredPromptParams',
    'resolveContextInjectionMode',
    'resolveContextLimits',
    'resolveGatewayPaths',
    'resolveGpt5SystemPromptContribution',
    'resolvePromptModeForSessionKey',
    'resolveSessionAgentId',
    'resolveSilentReplyPromptMode',
    'resolveSkillsPromptForRun',
    'resolveToolResultLimits',
    'resolveUserTimeFormat',
    'resolveUserTimezone',
    'routeCodexBootstrapFiles',
    'splitSystemPromptCacheBoundary',
    'stripSystemPromptCacheBoundary',
    'validateAgentSystemPromptParams',
  ])
})

test('equal calls are answered in front of the addon', () => {
  for (const answers of [clawprompt.buildAgentSystemPrompt, clawprompt.PromptBuilder.prototype.build]) {
    expect(String(answers)).not.toContain('[native code]')
  }
})

test('stack traces name the lines of the addon\'s scripts', () => {
  const hostile = {
    get workspaceDir(): string {
      throw new Error('from the getter')
    },
  }
  const trace = (call: () => void) => {
    try {
      call()
    } catch (error) {
      return (error as Error).stack
    }
    return undefined
  }
  const line = (file: string, text: string) => 1 + read(file).split('\n').findIndex((one) => one.includes(text))
  const stack = trace(() => clawprompt.buildAgentSystemPrompt(hostile))
  expect(stack).toContain(`clawprompt/collect.js:${line('src/collect.js', 'const session = flatten(')}:`)
  expect(stack).toContain(`clawprompt/front.js:${line('src/front.js', 'ask(shipped, params)')}:`)
})

test('the crates and the package have one version', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(read('Cargo.toml')).toContain(`\nversion = "${version}"\n`)
})
