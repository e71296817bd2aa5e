import * as clawprompt from '../index.js'
import { expect, test } from 'vitest'

import { read } from './support.js'

test('the package exports exactly the documented names', () => {
  const names = Object.keys(clawprompt).filter((name) => name !== 'default')
  expect(names.sort()).toEqual([
    'BUILD_PROFILE',
    'PromptBuilder',
    '__napiBindingTarget',
    'adaptRun',
    'appendModelIdentitySystemPrompt',
    'applyPromptHooks',
    'applyPromptHooksToUserPrompt',
    'buildAgentSystemPrompt',
    'buildConfiguredAgentSystemPrompt',
    'buildMemoryPromptSection',
    'checkGatewayConfigMutation',
    'describeOperatingSystem',
    'ensureSystemPromptCacheBoundary',
    'findReferencePaths',
    'findReferencePathsSync',
    'findRepoRootSync',
    'formatCurrentTimeLines',
    'formatEnvelopeHeader',
    'formatUserTime',
    'hasNativeApprovals',
    'isTimeZone',
    'loadGatewayConfig',
    'loadGatewayConfigSync',
    'loadTtsPreferences',
    'loadTtsPreferencesSync',
    'mergePromptContributions',
    'mergePromptHookResults',
    'normalizeAgentId',
    'prependSystemPromptAdditionAfterCacheBoundary',
    'refreshCurrentTimeLines',
    'renderAgentSystemPrompt',
    'resolveAgentHeartbeatPrompt',
    'resolveAgentModel',
    'resolveAgentPromptSurfaceForSessionKey',
    'resolveAgentSystemPromptConfig',
    'resolveChannelCapabilities',
    'resolveConfiguredPromptParams',
    'resolveGatewayPaths',
    'resolveGpt5SystemPromptContribution',
    'resolvePromptModeForSessionKey',
    'resolveSessionAgentId',
    'resolveSilentReplyPromptMode',
    'resolveUserTimeFormat',
    'resolveUserTimezone',
    'splitSystemPromptCacheBoundary',
    'stripSystemPromptCacheBoundary',
    'validateAgentSystemPromptParams',
  ])
})

test('the crates and the package have one version', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(read('Cargo.toml')).toContain(`\nversion = "${version}"\n`)
})
