// Finds the gateway's functions inside the installed npm package and hands them out under stable
// names. The package ships as bundles: file names carry a hash, exports are one or two letters, and
// some functions that matter (the prompt builder among them) are not exported at all. So the
// bundles are searched at run time for the declaration of each function, and the module that
// declares it is given one more export clause while it is being loaded. Nothing is copied and
// nothing is written.

import fs from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { DEFAULT_VERSION, VERSIONS } from './versions.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))

// What to look for, by area. An entry is the declared name; where several bundles declare it,
// `{ name, beside }` picks the bundle that also declares `beside`. `stable` renames it.
const AREAS = {
  renderer: [
    'buildAgentSystemPrompt',
    'buildConfiguredAgentSystemPrompt',
    'resolveAgentSystemPromptConfig',
    'appendModelIdentitySystemPrompt',
    'resolveAgentPromptSurfaceForSessionKey',
    'sanitizeForPromptLiteral',
    'normalizeStructuredPromptSection',
    'normalizePromptCapabilityIds',
    'resolveGpt5SystemPromptContribution',
    'shouldIncludeHeartbeatGuidanceForSystemPrompt',
    { name: 'resolveHeartbeatPrompt', beside: 'resolveHeartbeatPromptForResponseTool' },
  ],
  boundary: [
    'splitSystemPromptCacheBoundary',
    'stripSystemPromptCacheBoundary',
    'ensureSystemPromptCacheBoundary',
    {
      name: 'prependSystemPromptAdditionAfterCacheBoundary',
      stable: 'prependAfterBoundary',
    },
  ],
  bootstrap: [
    'loadWorkspaceBootstrapFiles',
    'filterBootstrapFilesForSession',
    'loadExtraBootstrapFilesWithDiagnostics',
    'buildBootstrapContextFiles',
    'resolveBootstrapFilesForRun',
    'resolveBootstrapContextForRun',
    'resolveContextInjectionMode',
    'hasCompletedBootstrapTurn',
    'resolveBootstrapMaxChars',
    'resolveBootstrapTotalMaxChars',
    'resolveBootstrapPromptTruncationWarningMode',
    'buildBootstrapInjectionStats',
    'analyzeBootstrapBudget',
    'buildBootstrapPromptWarning',
    'buildBootstrapPromptWarningNotice',
    'appendBootstrapPromptWarning',
    'buildBootstrapTruncationReportMeta',
    'resolveBootstrapMode',
    'resolveWorkspaceBootstrapRouting',
    'registerInternalHook',
    'clearInternalHooks',
  ],
  codex: [
    'buildCodexWorkspaceBootstrapContext',
    'renderCodexWorkspaceBootstrapPromptContext',
    'isCodexWorkspaceRootMemoryBootstrapFile',
  ],
  skills: [
    'loadWorkspaceSkillEntries',
    'buildWorkspaceSkillSnapshot',
    'buildWorkspaceSkillsPrompt',
    'resolveSkillsPromptForRun',
    { name: 'formatSkillsForPrompt', beside: 'computeSkillPromptVersion' },
    'formatSkillsCompact',
    'computeSkillPromptVersion',
    'parseFrontmatterBlock',
  ],
  accounting: ['buildSystemPromptReport', 'buildContextReply'],
  host: [
    'registerMemoryCapability',
    'registerMemoryPromptSupplement',
    'buildMemoryPromptSection',
    'clearMemoryPluginState',
    'listDeliverableMessageChannels',
    'setActivePluginRegistry',
    'createEmptyPluginRegistry',
  ],
  config: ['assertGatewayConfigMutationAllowed'],
  time: [
    'formatUserTime',
    'resolveUserTimezone',
    'resolveUserTimeFormat',
    'appendCronStyleCurrentTimeLine',
    'formatAgentEnvelope',
    'resolveEnvelopeFormatOptions',
  ],
  docs: ['resolveOpenClawReferencePaths', 'resolveOpenClawDocsPath', 'resolveRepoRoot'],
  session: [
    { name: 'normalizeAgentId', beside: 'classifySessionKeyShape' },
    { name: 'resolveSessionAgentId', beside: 'resolveSessionAgentIds' },
    { name: 'resolveAgentWorkspaceDir', beside: 'registerResolvedAgentDir' },
    'resolvePromptModeForSession',
    'hasNativeApprovalPromptRuntimeCapability',
    'isKnownNativeApprovalPromptChannel',
  ],
  contributions: ['mergeProviderSystemPromptContributions'],
  startup: ['buildSessionStartupContextPrelude', 'readPostCompactionContext'],
}

/** Areas that `loadPeer` can be asked for; each costs the import of the modules behind it. */
export const AREA_NAMES = Object.keys(AREAS)

/**
 * Imports the gateway's functions.
 *
 * @param {string} [version] one of `VERSIONS`
 * @param {{areas?: string[], root?: string}} [options] `areas` limits what is imported (default:
 *   all of `AREA_NAMES`); `root` is the folder of another installed copy of the package
 * @returns {Promise<Record<string, any>>} the functions by stable name, plus `version`, `root`,
 *   `modules` (stable name to file), `missing` (names this version does not have) and
 *   `render(params, host)`
 * @throws when the package is not installed or is another version
 *
 * A name in `missing` is a property that throws a clear error when it is read, so a comparison
 * cannot pass by comparing two absent functions.
 */
export async function loadPeer(version = DEFAULT_VERSION, options = {}) {
  const folder = options.root ?? installedRoot(version)
  requireVersion(folder, version)
  // Node loads a module by its real path, and the hook below knows it by that.
  const root = fs.realpathSync(folder)
  const declared = declarationsOf(root)
  const peer = { version, root, modules: {}, missing: [] }
  for (const { name, stable = name } of (options.areas ?? AREA_NAMES).flatMap(entriesOf)) {
    const file = declared.get(name)
    if (!file) {
      defineMissing(peer, stable, version)
      continue
    }
    const module = await import(pathToFileURL(file).href)
    if (!(exported(name) in module)) throw new Error(`${file} was loaded before the parity loader`)
    peer[stable] = module[exported(name)]
    peer.modules[stable] = path.relative(root, file)
  }
  if (options.areas === undefined || options.areas.includes('host')) {
    peer.setHost = (host) => setHost(peer, host)
    peer.render = (params, host) => {
      setHost(peer, host)
      return peer.buildAgentSystemPrompt(params)
    }
  }
  return peer
}

function entriesOf(area) {
  if (!AREAS[area]) throw new Error(`area "${area}" is unknown; known: ${AREA_NAMES.join(', ')}`)
  return AREAS[area].map((entry) => (typeof entry === 'string' ? { name: entry } : entry))
}

// Every area is exposed at once: a bundle that was loaded for one area cannot gain exports later.
const declarations = new Map()
function declarationsOf(root) {
  if (!declarations.has(root)) {
    const found = findDeclarations(root, AREA_NAMES.flatMap(entriesOf))
    exposeOnLoad(found)
    declarations.set(root, found)
  }
  return declarations.get(root)
}

function installedRoot(version) {
  const folder = VERSIONS[version]
  if (!folder) {
    const known = Object.keys(VERSIONS).join(', ')
    throw new Error(`openclaw ${version} is not one of the installed versions: ${known}`)
  }
  return path.join(HERE, 'node_modules', folder)
}

function requireVersion(root, version) {
  const manifest = path.join(root, 'package.json')
  if (!fs.existsSync(manifest)) {
    throw new Error(`openclaw ${version} is not installed at ${root}; run: npm run setup`)
  }
  const found = JSON.parse(fs.readFileSync(manifest, 'utf8')).version
  if (found !== version) throw new Error(`${root} holds openclaw ${found}, expected ${version}`)
}

/** Bundles of the gateway and of the one library of its own that holds prompt helpers. */
function bundleFiles(root) {
  const dist = path.join(root, 'dist')
  const files = namesIn(dist, '.js')
  const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  if ('@openclaw/ai' in dependencies) {
    const library = [path.join(root, 'node_modules'), path.dirname(root)]
      .map((folder) => path.join(folder, '@openclaw/ai/dist'))
      .find((folder) => fs.existsSync(folder))
    if (library) files.push(...namesIn(library, '.mjs'))
  }
  return files
}

function namesIn(folder, ending) {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => path.join(folder, name))
}

/** Maps each wanted name to the bundle that declares it at top level, its own bundles first. */
function findDeclarations(root, wanted) {
  const names = new Set(wanted.flatMap(({ name, beside }) => (beside ? [name, beside] : [name])))
  const declaration = new RegExp(
    `^(?:async )?(?:function|const|let|var) (${[...names].join('|')})\\b`,
    'gm',
  )
  const places = new Map()
  for (const file of bundleFiles(root)) {
    // Bytes are enough here: the names are ASCII, and decoding 60 MB of UTF-8 is not free.
    for (const [, name] of fs.readFileSync(file, 'latin1').matchAll(declaration)) {
      places.set(name, [...(places.get(name) ?? []), file])
    }
  }
  const chosen = new Map()
  for (const { name, beside } of wanted) {
    let files = places.get(name) ?? []
    if (beside) files = files.filter((file) => (places.get(beside) ?? []).includes(file))
    const own = files.filter((file) => file.startsWith(path.join(root, 'dist') + path.sep))
    const found = own.length > 0 ? own : files
    if (found.length > 1) {
      throw new Error(`${name} is declared in several bundles: ${found.join(', ')}`)
    }
    if (found.length === 1) chosen.set(name, found[0])
  }
  return chosen
}

/** Name under which a bundle is made to export a declaration of its own. */
function exported(name) {
  return `parity_${name}`
}

/** Adds an export clause to the chosen bundles as they load. */
function exposeOnLoad(declared) {
  const clauses = new Map()
  for (const [name, file] of declared) {
    const url = pathToFileURL(file).href
    clauses.set(url, [...(clauses.get(url) ?? []), `${name} as ${exported(name)}`])
  }
  // The hook stays registered: some of these modules are first imported lazily by another one.
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const names = clauses.get(url)
      if (!names) return loaded
      const source = Buffer.from(loaded.source).toString('utf8')
      return { ...loaded, source: `${source}\nexport { ${names.join(', ')} };\n` }
    },
  })
}

function defineMissing(peer, stable, version) {
  peer.missing.push(stable)
  Object.defineProperty(peer, stable, {
    get() {
      throw new Error(`openclaw ${version} has no ${stable}: no bundle declares it`)
    },
  })
}

/**
 * Sets the process state that the gateway's builder reads beside its parameters.
 *
 * @param {object} peer result of `loadPeer`
 * @param {{memoryLines?: string[], deliverableChannels?: string[], locale?: string}} [host]
 *   `deliverableChannels` starts with the bundled ids in their order; what follows is registered
 *   as plugin channels. `locale` cannot be set, only checked: it is fixed when the process starts.
 */
function setHost(peer, host = {}) {
  const { memoryLines = [], deliverableChannels, locale } = host
  peer.clearMemoryPluginState()
  if (memoryLines.length > 0) {
    peer.registerMemoryCapability('parity', { promptBuilder: () => memoryLines })
  }
  setPluginChannels(peer, [])
  if (deliverableChannels) {
    const bundled = peer.listDeliverableMessageChannels()
    setPluginChannels(peer, deliverableChannels.slice(bundled.length))
    const now = peer.listDeliverableMessageChannels()
    if (JSON.stringify(now) !== JSON.stringify(deliverableChannels)) {
      throw new Error(`deliverableChannels cannot be set; the gateway lists ${now.join(', ')}`)
    }
  }
  if (locale !== undefined && locale !== processLocale()) {
    throw new Error(`host.locale is ${locale}, this process runs in ${processLocale()}`)
  }
}

function setPluginChannels(peer, ids) {
  if (ids.length === 0 && !peer.pluginChannelsSet) return
  peer.pluginChannelsSet = ids.length > 0
  const registry = peer.createEmptyPluginRegistry()
  registry.channels = ids.map((id) => ({ pluginId: id, plugin: { id }, source: 'parity' }))
  peer.setActivePluginRegistry(registry)
}

/** Locale that this process collates in. */
export function processLocale() {
  return new Intl.Collator().resolvedOptions().locale
}
