// What a config says about a prompt: settings, alias lines, owner hashes, speech.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import clawprompt from '../index.js'
import { hasLoneSurrogate, outcome, tally } from './compare.mjs'
import { randomConfiguredCase } from './random-config.mjs'
import { randomSource } from '../gateway/random-text.js'

/** What may differ, and why. */
const LENGTH = { 'max-length': 'a stored length that is not a positive whole number counts as the default' }
const LONE = { 'lone-surrogate': 'half a surrogate pair in a config becomes U+FFFD' }

/** Letters that the four locales order differently, and what collation ignores or folds. */
const LETTERS = [...'aAäÄåöØzZbéßœüvwy日本かカｶ一ア한Жα_-.@ 019&ﬁ①']

export function comparePromptSettings(peer, cases, locale) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parity-'))
  try {
    return [
      settings(peer, cases, locale, folder),
      aliasLines(peer, cases, locale),
      owners(peer, cases),
      speech(peer, Math.min(cases, 300), folder),
    ]
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function settings(peer, cases, locale, folder) {
  process.env.OPENCLAW_TTS_PREFS = path.join(folder, 'none.json')
  const counts = tally('settings of an agent', LONE)
  for (let seed = 0; seed < cases; seed += 1) {
    const { config, agentId } = randomConfiguredCase(seed, { locale }).params
    const theirs = outcome(() => peer.resolveAgentSystemPromptConfig({ config, agentId }))
    const ours = outcome(() => clawprompt.resolveAgentSystemPromptConfig({ config, agentId, locale }))
    counts.check(seed, ours, theirs, hasLoneSurrogate(config) ? 'lone-surrogate' : undefined)
  }
  return counts
}

function aliasLines(peer, cases, locale) {
  const counts = tally('alias lines')
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const word = () => random.list(4, () => random.pick(LETTERS)).join('')
    const models = Object.fromEntries(random.list(12, () => [`m/${word()}`, { alias: word() }]))
    const config = { agents: { defaults: { models } } }
    const theirs = peer.resolveAgentSystemPromptConfig({ config }).modelAliasLines
    const ours = clawprompt.resolveAgentSystemPromptConfig({ config, locale }).modelAliasLines
    counts.check(seed, ours, theirs)
  }
  return counts
}

function owners(peer, cases) {
  const counts = tally('owner hashes', LONE)
  const hashes = (prompt) => prompt.match(/\b[0-9a-f]{12}\b/g) ?? []
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const ownerNumbers = random.list(4, () => random.pick(['+15550001111', ' u2 ', random.text(), '日本']))
    const ownerDisplaySecret = random.pick([undefined, '', ' s3cret ', random.text()])
    const config = { commands: { ownerDisplay: 'hash', ownerDisplaySecret } }
    const params = { workspaceDir: '/w', ownerNumbers, config }
    const theirs = outcome(() => hashes(peer.buildConfiguredAgentSystemPrompt({ ...params })))
    const ours = outcome(() => hashes(clawprompt.buildConfiguredAgentSystemPrompt(params)))
    counts.check(seed, ours, theirs, hasLoneSurrogate(config) ? 'lone-surrogate' : undefined)
  }
  return counts
}

/** The sentences differ, so what is compared is whether there is a hint, its number and its voice. */
function speech(peer, cases, folder) {
  const counts = tally('speech hints', LENGTH)
  const file = path.join(folder, 'tts.json')
  process.env.OPENCLAW_TTS_PREFS = file
  const facts = ({ ttsHint }) =>
    ttsHint && {
      lines: ttsHint.split('\n').length,
      numbers: ttsHint.match(/\d{2,}/g),
      voice: /Vox/.test(ttsHint),
      tagged: /\[\[tts:/.test(ttsHint),
    }
  for (let seed = 0; seed < cases; seed += 1) {
    const random = randomSource(seed)
    const maybe = (make) => (random.chance(0.6) ? make() : undefined)
    const mode = () => random.pick(['off', 'always', ' Inbound ', 'tagged', 'sometimes', 5])
    const tts = () => ({
      auto: maybe(mode),
      enabled: maybe(() => random.pick([true, false, 'yes', 0])),
      persona: maybe(() => random.pick(['Vox', ' vox', 'nobody'])),
      personas: maybe(() => ({ vox: { label: maybe(() => 'Vox one'), description: maybe(() => 'warm') } })),
    })
    const preferences = random.chance(0.5)
      ? {
          tts: {
            auto: maybe(mode),
            enabled: maybe(() => random.chance(0.5)),
            maxLength: maybe(() => random.pick([0, -1, 900, 12.5, '700'])),
            summarize: maybe(() => random.chance(0.5)),
            persona: maybe(() => random.pick([null, 'vox', 'x'])),
          },
        }
      : {}
    fs.writeFileSync(file, JSON.stringify(preferences))
    const config = { messages: { tts: maybe(tts) }, agents: { list: [{ id: 'a', tts: maybe(tts) }] } }
    const agentId = random.pick(['a', 'b', '', undefined])
    const theirs = outcome(() => facts(peer.resolveAgentSystemPromptConfig({ config, agentId })))
    const ttsPreferences = clawprompt.loadTtsPreferencesSync(file)
    const ours = outcome(() => facts(clawprompt.resolveAgentSystemPromptConfig({ config, agentId, ttsPreferences })))
    const { maxLength } = ttsPreferences
    const odd = maxLength !== undefined && !(Number.isInteger(maxLength) && maxLength > 0)
    counts.check(seed, ours, theirs, odd ? 'max-length' : undefined)
  }
  return counts
}
