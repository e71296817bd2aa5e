// The GPT-5 overlay and the merging of provider contributions.

import clawprompt from '../index.js'
import { outcome, tally } from './compare.mjs'
import { randomSource } from '../gateway/random-text.js'

const TAGS = ['persona_latch', 'execution_policy', 'tool_discipline', 'output_contract', 'completion_contract']

export function compareContributions(peer, cases) {
  return [gpt5(peer, cases), merged(peer, cases)]
}

/** The sentences differ, so what is compared is which parts there are and which blocks they have. */
function gpt5(peer, cases) {
  const counts = tally('GPT-5 overlay')
  const facts = (resolve) => (request) => {
    const contribution = resolve(request)
    if (!contribution) return undefined
    const style = contribution.sectionOverrides?.interaction_style
    const plain = resolve({ ...request, trigger: 'user', includeHeartbeatGuidance: false })
    const longer = style && style.length > plain.sectionOverrides.interaction_style.length
    const blocks = TAGS.filter((tag) => contribution.stablePrefix.includes(`<${tag}>`))
    return { blocks, style: style !== undefined, longer: Boolean(longer), suffix: contribution.dynamicSuffix }
  }
  const [ours, theirs] = [clawprompt, peer].map((side) => facts(side.resolveGpt5SystemPromptContribution))
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const maybe = (make) => (random.chance(0.5) ? make() : undefined)
    const personality = () => random.pick(['off', ' OFF ', 'on', 'friendly', 'Friendly', 'weird', 5, null, ''])
    const config = {
      agents: { defaults: { promptOverlays: maybe(() => ({ gpt5: { personality: maybe(personality) } })) } },
      plugins: { entries: { openai: maybe(() => ({ config: { personality: maybe(personality) } })) } },
    }
    const name = random.pick([
      'gpt-5',
      'gpt-5.5',
      'gpt-5-mini',
      'gpt-5o',
      'gpt-50',
      'gpt5',
      'gpt-5_1',
      'gpt-5:x',
      'gpt-5/x',
      'gpt-5.',
      'x',
    ])
    const request = {
      config: maybe(() => config),
      modelId: random.respell(random.pick(['', '', 'openai/', 'a:', 'a/b/', 'my-', ' ']) + name),
      providerId: maybe(() =>
        random.respell(
          random.pick(['openai', 'codex', 'codex-cli', 'azure-openai', 'azure-openai-responses', 'openrouter', '']),
        ),
      ),
      legacyPluginConfig: maybe(() => ({ personality: maybe(personality) })),
      enabled: random.pick([undefined, undefined, true, false]),
      trigger: random.pick([undefined, 'user', 'heartbeat', 'cron']),
      includeHeartbeatGuidance: random.pick([undefined, true, false]),
    }
    counts.check(
      seed,
      outcome(() => ours(request)),
      outcome(() => theirs(request)),
    )
  }
  return counts
}

function merged(peer, cases) {
  const counts = tally('merged contributions')
  const section = ['interaction_style', 'tool_call_style', 'execution_bias']
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const maybe = (make) => (random.chance(0.6) ? make() : undefined)
    const contribution = () => ({
      stablePrefix: maybe(() => random.pick(['B', 'OV', ' ', random.text()])),
      dynamicSuffix: maybe(() => random.pick(['', 's', random.text()])),
      sectionOverrides: maybe(() =>
        Object.fromEntries(random.list(3, () => [random.pick(section), random.pick(['', 'mine', random.text()])])),
      ),
    })
    const [base, override] = [maybe(contribution), maybe(contribution)]
    // What counts is the prompt: the gateway hands on a lone contribution with its blank parts.
    const prompt = (promptContribution) => clawprompt.buildAgentSystemPrompt({ workspaceDir: '/w', promptContribution })
    const theirs = outcome(() => prompt(peer.mergeProviderSystemPromptContributions(base, override)))
    counts.check(
      seed,
      outcome(() => prompt(clawprompt.mergePromptContributions([base, override]))),
      theirs,
    )
  }
  return counts
}
