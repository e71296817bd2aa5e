import * as clawprompt from '../index.js'
import { expect, test } from 'vitest'

import { read } from './support.js'

test('the package exports exactly the documented names', () => {
  const names = Object.keys(clawprompt).filter((name) => name !== 'default')
  expect(names.sort()).toEqual([
    'BUILD_PROFILE',
    'PromptBuilder',
    '__napiBindingTarget',
    'appendModelIdentitySystemPrompt',
    'buildAgentSystemPrompt',
    'ensureSystemPromptCacheBoundary',
    'prependSystemPromptAdditionAfterCacheBoundary',
    'renderAgentSystemPrompt',
    'splitSystemPromptCacheBoundary',
    'stripSystemPromptCacheBoundary',
    'validateAgentSystemPromptParams',
  ])
})

test('the crates and the package have one version', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(read('Cargo.toml')).toContain(`\nversion = "${version}"\n`)
})
