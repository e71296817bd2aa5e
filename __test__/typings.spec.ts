import * as clawprompt from '../index.js'
import { expect, test } from 'vitest'

import { read, thrown } from './support.js'

/** Fields of an interface in index.d.ts with the comment of each. */
function fieldsOf(name: string): Map<string, string> {
  const body = new RegExp(`^export interface ${name} (?:extends [^{]*)?\\{\\n(.*?)^\\}`, 'ms').exec(read('index.d.ts'))![1]!
  const fields = body.matchAll(/ {2}\/\*\*(.*?)\*\/\n {2}(\w+)(\??):/gs)
  return new Map([...fields].map(([, comment, field, optional]) => [field!, optional ? comment! : '@default required']))
}

/** Keys that the native side knows in the object at this path. */
function knownKeys(path: string[]): string[] {
  let value: unknown = { unknownKey: 1 }
  for (const key of [...path].reverse()) {
    value = key === '[]' ? [value] : { [key]: value }
  }
  const problems = clawprompt.validateAgentSystemPromptParams(value)
  return problems.find(({ field }) => field.endsWith('unknownKey'))!.allowed
}

const ignored = ['memoryCitationsMode', 'nativeCommandNames', 'userTime', 'userTimeFormat']

test.each([
  ['AgentSystemPromptParams', []],
  ['SandboxInfo', ['sandboxInfo']],
  ['ElevatedInfo', ['sandboxInfo', 'elevated']],
  ['ContextFile', ['contextFiles', '[]']],
  ['ReactionGuidance', ['reactionGuidance']],
  ['PromptContribution', ['promptContribution']],
  ['SectionOverrides', ['promptContribution', 'sectionOverrides']],
  ['RuntimeInfo', ['runtimeInfo']],
  ['ActiveProcessSession', ['runtimeInfo', 'activeProcessSessions', '[]']],
])('%s documents exactly the fields that are read', (name, path) => {
  const documented = [...fieldsOf(name).keys()].filter((field) => !ignored.includes(field))
  expect(documented.sort()).toEqual(knownKeys(path).sort())
})

/** Calls that take an object with the keys of an interface, given an object that has another key. */
const run = (run: object) => clawprompt.adaptRun('cli', run as never)
const strict: Record<string, (value: object) => unknown> = {
  AgentRun: run,
  RunModel: (model) => run({ model }),
  RunHost: (host) => run({ host }),
  RunChannel: (channel) => run({ channel }),
  RunTools: (tools) => run({ tools }),
  NativeCommandGuidance: (line) => run({ tools: { nativeCommandGuidance: [line] } }),
  RunContext: (context) => run({ context }),
  ContextFile: (file) => run({ context: { files: [file] } }),
  SandboxInfo: (sandbox) => run({ sandbox }),
  ElevatedInfo: (elevated) => run({ sandbox: { elevated } }),
  ActiveProcessSession: (session) => run({ processSessions: [session] }),
  AdaptRunOptions: (options) => clawprompt.adaptRun('cli', { workspaceDir: '/w' }, options),
  Gpt5ContributionRequest: clawprompt.resolveGpt5SystemPromptContribution,
  MemorySectionRequest: clawprompt.buildMemoryPromptSection,
  MemorySupplement: (supplement) => clawprompt.buildMemoryPromptSection({ supplements: [supplement as never] }),
  ChannelCapabilitySources: clawprompt.resolveChannelCapabilities,
  SilentReplyRequest: clawprompt.resolveSilentReplyPromptMode,
  EnvelopeHeaderRequest: clawprompt.formatEnvelopeHeader,
  ConfigMutationRequest: (request) => clawprompt.checkGatewayConfigMutation(request as never),
  DeclaredFlag: (flag) => clawprompt.checkGatewayConfigMutation({ declaredFlags: [flag] } as never),
  LoadGatewayConfigOptions: (options) => clawprompt.loadGatewayConfigSync('none', options),
  GatewayPathsRequest: (request) => clawprompt.resolveGatewayPaths(request as never),
  ReferencePathsRequest: clawprompt.findReferencePathsSync,
  RepoRootRequest: clawprompt.findRepoRootSync,
  LoadWorkspaceBootstrapOptions: (options) => clawprompt.loadWorkspaceBootstrapFilesSync('.', options),
  BootstrapRoutingParams: clawprompt.resolveBootstrapRouting,
  CodexBootstrapParams: (params) => clawprompt.routeCodexBootstrapFiles(params as never),
  CodexRunParams: (params) => clawprompt.buildCodexRunParams(params as never),
  MemoryExcerptParams: (params) => clawprompt.excerptMemoryFile(params as never),
  SkillHost: (host) => clawprompt.loadWorkspaceSkillEntriesSync('none', { host }),
  SkillSandbox: (sandbox) => clawprompt.buildWorkspaceSkillsPromptSync('none', { sandbox: sandbox as never }),
  StoredSkillsParams: clawprompt.needsSkillSnapshotRebuild,
  SkillFormatOptions: (options) => clawprompt.formatSkillsForPrompt([], options),
}

/** Interfaces whose fields an interface has as well. */
const extended: Record<string, string> = { CodexBootstrapParams: 'BootstrapBudget' }

test.each(Object.entries(strict))('%s documents exactly the fields that are read strictly', (name, call) => {
  const { message } = thrown(() => call({ unknownKey: 1 }))
  const known = /unknownKey is not a known key; known are (.*)$/.exec(message)![1]!
  const inherited = name in extended ? fieldsOf(extended[name]!).keys() : []
  expect([...fieldsOf(name).keys(), ...inherited].sort()).toEqual(known.split(', ').sort())
})

test('every optional field states its default', () => {
  const names = ['AgentSystemPromptParams', 'PromptContribution', 'RuntimeInfo', 'PromptConfigSource', 'ConfiguredPromptParams', 'TtsPreferences', 'PromptHookResult']
  const bootstrap = ['FileRecord', 'Budget', 'BudgetOptions', 'PromptWarningRequest', 'RunParams', 'ModeFacts'].map((name) => `Bootstrap${name}`)
  names.push(...bootstrap, 'StartupContextParams', 'PostCompactionOptions')
  names.push('WorkspaceSkillOptions', 'SkillEligibility', 'RemoteSkillHost', 'SkillLine')
  for (const name of [...names, ...Object.keys(strict)]) {
    for (const [field, comment] of fieldsOf(name)) {
      const said = comment.includes('@default') || /Accepted for callers of the peer/.test(comment)
      expect(said, `${name}.${field}`).toBe(true)
    }
  }
})
