// What an agent may change in the config.

import clawprompt from '../index.js'
import { json, tally } from './compare.mjs'
import { randomSource } from '../gateway/random-text.js'

export function compareGuard(peer, cases) {
  const counts = tally('config changes')
  for (let seed = 0; seed < cases * 2; seed += 1) {
    const random = randomSource(seed)
    const currentConfig = json(randomConfig(random))
    const proposed = random.chance(0.5) ? json(randomConfig(random)) : changed(random, currentConfig)
    const action = random.pick(['apply', 'patch'])
    const replacePaths = random.pick([[], [], ['agents.list'], ['hooks.mappings']])
    const verdict = clawprompt.checkGatewayConfigMutation({ action, currentConfig, proposed, replacePaths })
    const refused = [...verdict.protectedPaths, ...verdict.dangerousFlags].join(', ')
    counts.check(
      seed,
      verdict.allowed ? 'allowed' : 'refused',
      theirs(peer, { action, currentConfig, proposed, replacePaths }, refused),
    )
  }
  return [counts]
}

/** Refused also means: for the same paths or flags, which end the gateway's message. */
function theirs(peer, { action, currentConfig, proposed, replacePaths }, refused) {
  try {
    peer.assertGatewayConfigMutationAllowed({
      action: `config.${action}`,
      raw: JSON.stringify(proposed),
      currentConfig,
      replacePaths,
    })
    return 'allowed'
  } catch (error) {
    return error.message.endsWith(`: ${refused}`) ? 'refused' : 'refused for something else'
  }
}

function randomConfig(random) {
  const maybe = (make, chance = 0.5) => (random.chance(chance) ? make() : undefined)
  const leaf = () => random.pick(['a', 'b', 1, 0, true, false, null, {}, [], ['x'], { deep: 1 }])
  const some = (keys, make = leaf) => Object.fromEntries(random.list(3, () => [random.pick(keys), make()]))
  const exec = () => ({
    ...some(['ask', 'security', 'host']),
    applyPatch: maybe(() => ({ workspaceOnly: random.chance(0.5) }), 0.2),
  })
  const docker = () => ({
    docker: some(['dangerouslyAllowReservedContainerTargets', 'dangerouslyAllowExternalBindSources', 'image'], () =>
      random.chance(0.5),
    ),
  })
  const agent = () => ({
    id: random.pick(['a', 'b', 'c', '', undefined]),
    ...some(['model', 'workspace', 'thinkingDefault', 'subagents']),
    tools: maybe(() => ({ exec: maybe(exec), fs: maybe(() => ({ workspaceOnly: random.chance(0.5) })) }), 0.3),
    sandbox: maybe(docker, 0.2),
  })
  return {
    ...some(['tools.bash.ask', 'tools.bash', 'meta', '__proto', 'x']),
    tools: maybe(() =>
      random.pick([
        null,
        { exec: maybe(exec), bash: maybe(exec), fs: maybe(() => ({ workspaceOnly: random.chance(0.5) })) },
      ]),
    ),
    agents: maybe(() => ({
      defaults: maybe(() => ({
        ...some(['thinkingDefault', 'model', 'subagents', 'fastModeDefault']),
        sandbox: maybe(docker, 0.2),
      })),
      list: maybe(() => random.list(3, agent)),
    })),
    channels: maybe(() =>
      some(['telegram', 'irc'], () =>
        random.pick([null, some(['requireMention', 'token']), { groups: { '*': { requireMention: leaf() } } }]),
      ),
    ),
    messages: maybe(() => ({
      ...some(['visibleReplies', 'groupChat', 'tts']),
      groupChat: maybe(() => some(['visibleReplies', 'unmentionedInbound', 'other'])),
    })),
    gateway: maybe(
      () => ({
        controlUi: some(
          ['allowInsecureAuth', 'dangerouslyDisableDeviceAuth', 'dangerouslyAllowHostHeaderOriginFallback'],
          () => random.chance(0.5),
        ),
      }),
      0.2,
    ),
    hooks: maybe(
      () => ({
        allowRequestSessionKey: random.chance(0.5),
        mappings: maybe(() =>
          random.list(2, () => ({
            id: random.pick(['m', 'n', undefined]),
            allowUnsafeExternalContent: random.chance(0.5),
          })),
        ),
      }),
      0.2,
    ),
    security: maybe(() => ({ audit: { suppressions: random.list(2, () => ({ checkId: 'x' })) } }), 0.1),
  }
}

/** A copy with one place changed, so that most of it stays the same. */
function changed(random, config) {
  const copy = json(config)
  let place = copy
  for (let depth = 0; depth < 4; depth += 1) {
    const keys = Object.keys(place)
    if (keys.length === 0) break
    const key = random.pick(keys)
    if (place[key] === null || typeof place[key] !== 'object' || random.chance(0.2)) {
      place[key] = random.pick(['changed', null, true, false, {}, []])
      return copy
    }
    place = place[key]
  }
  if (!Array.isArray(place)) place.added = random.pick(['new', true, {}])
  return copy
}
