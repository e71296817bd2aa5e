// Random input of the configured builder: parameters together with the gateway configuration that
// overrides some of them. Speech settings are left out, because their hint is read from a file.

import { randomCase } from '../gateway/random-params.js'
import { randomSource } from '../gateway/random-text.js'

/**
 * One case for `buildConfiguredAgentSystemPrompt`.
 *
 * @param {number} seed 32-bit integer
 * @param {object} [options] as for `randomCase`
 * @returns {{seed: number, params: object, host: object}} `params` with `config` and `agentId`,
 *   either of which may be absent
 */
export function randomConfiguredCase(seed, options) {
  const { params, host } = randomCase(seed, options)
  const random = randomSource(~seed)
  if (random.chance(0.9)) params.config = randomConfig(random)
  if (random.chance(0.7)) params.agentId = random.pick(['main', 'ops', ' OPS ', 'Ops!', 'other', ''])
  return { seed, params, host }
}

function randomConfig(random) {
  const maybe = (make) => (random.chance(0.6) ? make() : undefined)
  return defined({
    commands: maybe(() =>
      defined({
        ownerDisplay: maybe(() => random.pick(['hash', 'raw', 'HASH'])),
        ownerDisplaySecret: maybe(() => random.pick([' s3cret ', '  ', random.text()])),
      }),
    ),
    memory: maybe(() => ({ citations: random.pick(['auto', 'on', 'off']) })),
    tools: maybe(() => ({ fs: { workspaceOnly: random.chance(0.5) } })),
    agents: maybe(() =>
      defined({
        defaults: maybe(() => randomDefaults(random, maybe)),
        list: maybe(() => random.list(3, () => randomAgent(random, maybe))),
      }),
    ),
  })
}

function randomDefaults(random, maybe) {
  return defined({
    subagents: maybe(() => ({ delegationMode: random.pick(['prefer', 'suggest']) })),
    models: maybe(() =>
      Object.fromEntries(
        random.list(5, () => [
          random.pick(['openai/gpt-5.5', ' m/x ', 'a/b', ' ', random.text()]),
          defined({ alias: maybe(() => random.pick(['fast', 'Fast', ' big ', '_x', '10', '', random.text()])) }),
        ]),
      ),
    ),
  })
}

function randomAgent(random, maybe) {
  return defined({
    id: random.pick(['main', 'ops', 'OPS', 'ops-', 'other']),
    subagents: maybe(() => defined({ delegationMode: maybe(() => random.pick(['prefer', 'suggest'])) })),
    tools: maybe(() => ({ fs: defined({ workspaceOnly: maybe(() => random.chance(0.5)) }) })),
  })
}

/** The object without the members that are undefined, as JSON would have it. */
function defined(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
