import { Worker } from 'node:worker_threads'

import { buildAgentSystemPrompt } from '../index.js'
import { expect, test } from 'vitest'

import { root } from './support.js'

const params = {
  workspaceDir: '/ws',
  contextFiles: [{ path: 'a.md', content: 'long enough to be shared with V8 '.repeat(1_000) }],
}

/** Renders many prompts in a worker thread; resolves with the last one. */
function renderInWorker(): Promise<string> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { buildAgentSystemPrompt, PromptBuilder } = require(${JSON.stringify(root)})
    let prompt
    for (let round = 0; round < 200; round += 1) prompt = buildAgentSystemPrompt(workerData)
    parentPort.postMessage(new PromptBuilder().build(workerData) === prompt ? prompt : 'different')`
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: params })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

test('two worker threads render one after the other and at once', async () => {
  const expected = buildAgentSystemPrompt(params)
  expect(await renderInWorker()).toBe(expected)
  expect(await renderInWorker()).toBe(expected)
  expect(await Promise.all([renderInWorker(), renderInWorker()])).toEqual([expected, expected])
  expect(buildAgentSystemPrompt(params)).toBe(expected)
})
