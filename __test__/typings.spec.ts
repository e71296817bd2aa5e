import { validateAgentSystemPromptParams } from '../index.js'
import { expect, test } from 'vitest'

import { read } from './support.js'

/** Fields of an interface in index.d.ts with the comment of each. */
function fieldsOf(name: string): Map<string, string> {
  const body = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(read('index.d.ts'))![1]!
  const fields = body.matchAll(/ {2}\/\*\*(.*?)\*\/\n {2}(\w+)(\??):/gs)
  return new Map([...fields].map(([, comment, field, optional]) => [field!, optional ? comment! : '@default required']))
}

/** Keys that the native side knows in the object at this path. */
function knownKeys(path: string[]): string[] {
  let value: unknown = { unknownKey: 1 }
  for (const key of [...path].reverse()) {
    value = key === '[]' ? [value] : { [key]: value }
  }
  const problems = validateAgentSystemPromptParams(value)
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

test('every optional field states its default', () => {
  for (const name of ['AgentSystemPromptParams', 'SandboxInfo', 'PromptContribution', 'RuntimeInfo']) {
    for (const [field, comment] of fieldsOf(name)) {
      const said = comment.includes('@default') || /Accepted for callers of the peer/.test(comment)
      expect(said, `${name}.${field}`).toBe(true)
    }
  }
})
