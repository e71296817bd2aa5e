'use strict'

// Finds the gateway's functions while its modules load. The gateway ships as bundles with hashed names; its
// builder is not exported, but a function declaration can be assigned to from inside its module. So a few lines
// are added to the end of that module, in memory.

const { existsSync, readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')

const { say, settingsFrom } = require('./settings.js')

/** Releases that were compared with this package; others are left alone. */
const KNOWN_VERSIONS = ['2026.7.1', '2026.6.11']

/**
 * What is looked for: `bundle` is how the file's name starts, `declares` a function in it, `uses` other names that
 * must be there, and `line` is the source to add, which calls a function of redirect.js.
 */
const TARGETS = [
  {
    bundle: 'system-prompt-config-',
    declares: 'buildAgentSystemPrompt',
    uses: ['buildMemoryPromptSection', 'listDeliverableMessageChannels'],
    line:
      'buildAgentSystemPrompt = clawprompt_redirect.prompt(buildAgentSystemPrompt, ' +
      '{ memory: buildMemoryPromptSection, channels: listDeliverableMessageChannels });',
  },
  {
    bundle: 'heartbeat-',
    declares: 'resolveHeartbeatPrompt',
    uses: ['resolveHeartbeatPromptForResponseTool'],
    line: 'clawprompt_redirect.heartbeat(resolveHeartbeatPrompt);',
  },
  {
    bundle: 'embedded-agent-helpers-',
    declares: 'buildBootstrapContextFiles',
    uses: [],
    line: 'buildBootstrapContextFiles = clawprompt_redirect.bootstrap(buildBootstrapContextFiles);',
  },
  {
    bundle: 'bootstrap-budget-',
    declares: 'buildBootstrapPromptWarningNotice',
    uses: [],
    line: 'clawprompt_redirect.notice(buildBootstrapPromptWarningNotice);',
  },
  {
    bundle: 'skill-version-',
    declares: 'formatSkillsForPrompt',
    uses: [],
    line: "formatSkillsForPrompt = clawprompt_redirect.skills(formatSkillsForPrompt, 'full');",
  },
  {
    bundle: 'skill-version-',
    declares: 'computeSkillPromptVersion',
    uses: [],
    line: 'computeSkillPromptVersion = clawprompt_redirect.versions(computeSkillPromptVersion);',
  },
  {
    bundle: 'workspace-',
    declares: 'formatSkillsCompact',
    uses: [],
    line: "formatSkillsCompact = clawprompt_redirect.skills(formatSkillsCompact, 'compact');",
  },
  {
    bundle: 'workspace-',
    declares: 'resolveSkillsPromptForRun',
    uses: [],
    line: 'clawprompt_redirect.skillsForRun(resolveSkillsPromptForRun);',
  },
]

const REDIRECT = pathToFileURL(join(__dirname, 'redirect.js')).href

/**
 * The module with its redirections.
 *
 * @param {string} url of the module
 * @param {{format?: string | null, source?: string | ArrayBuffer | Uint8Array | null}} loaded as Node has it
 * @param {string} [redirect] URL of the module that the added lines call
 * @returns {object | undefined} nothing when the module is none of ours
 */
function redirected(url, loaded, redirect = REDIRECT) {
  const slash = url.lastIndexOf('/')
  if (!url.startsWith('file:') || !url.startsWith('/dist', slash - 5)) return undefined
  const targets = TARGETS.filter(({ bundle }) => isBundle(url.slice(slash + 1), bundle))
  if (targets.length === 0 || loaded.format !== 'module') return undefined
  const gateway = gatewayOf(fileURLToPath(url))
  if (gateway === undefined) return undefined
  const source = Buffer.from(loaded.source).toString('utf8')
  // Nothing may stand before such a first line.
  if (source.startsWith('#!')) return undefined
  const found = targets.filter((target) => holds(source, target))
  if (found.length === 0) return undefined
  if (!KNOWN_VERSIONS.includes(gateway.version)) {
    tellOnce('left alone', { reason: `openclaw ${gateway.version} is unknown; known: ${KNOWN_VERSIONS.join(', ')}` })
    return undefined
  }
  const { problem } = settingsFrom(process.env)
  if (problem && redirect === REDIRECT) {
    tellOnce('left alone', { reason: problem })
    return undefined
  }
  if (redirect.startsWith('file:') && !existsSync(fileURLToPath(redirect))) {
    tellOnce('left alone', { reason: 'clawprompt was removed while the gateway ran' })
    return undefined
  }
  const head = `import clawprompt_redirect from ${JSON.stringify(redirect)};`
  const calls = [`clawprompt_redirect.gateway(${JSON.stringify(gateway)});`, ...found.map(({ line }) => line)]
  // A bundle that was patched may declare the function elsewhere; then it stays as it is.
  const lines = calls.map((call) => `try { ${call} } catch {}`)
  // The first line stays the first line, so that positions in stack traces stay what they were.
  return { ...loaded, source: `${head}${source}\n${lines.join('\n')}\n` }
}

/** Whether a bundle declares the function and has what it is used with. */
function holds(source, { declares, uses }) {
  return source.includes(`function ${declares}(`) && uses.every((name) => new RegExp(`\\b${name}\\b`).test(source))
}

/** Whether a bundle with this name and source has something that is looked for. */
function isTarget(file, read) {
  const targets = TARGETS.filter(({ bundle }) => isBundle(file, bundle))
  return targets.length > 0 && targets.some((target) => holds(read(), target))
}

/** Whether a file is called `bundle` and a hash: `heartbeat-x1.js` is, `heartbeat-runner-x1.js` is not. */
function isBundle(file, bundle) {
  return file.startsWith(bundle) && /^[\w-]{8}\.js$/.test(file.slice(bundle.length))
}

/** The package that a bundle belongs to, when it is the gateway. */
function gatewayOf(file) {
  try {
    const root = dirname(dirname(file))
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return name === 'openclaw' ? { version, root } : undefined
  } catch {
    return undefined
  }
}

let told = false
function tellOnce(event, details) {
  if (!told) say(event, details)
  told = true
}

module.exports = { KNOWN_VERSIONS, isTarget, redirected }
