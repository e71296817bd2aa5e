// Compares the workspace pipeline with the gateway's, side by side over generated workspaces.
//
//   node run.mjs bootstrap.mjs [COUNT [FIRST_SEED]]
//
// The words of markers differ, their lengths do not: where both cut alike, injected lengths are equal. Nothing of the
// gateway's texts is printed. Ends with 1 when anything differs that INTENDED does not list.

import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'

import { DEFAULT_VERSION } from './versions.mjs'
import { compareNotes, compareRefreshes, compareTranscripts } from './bootstrap-contexts.mjs'
import { loadPeer } from './peer.mjs'
import { plantWorkspace, randomWorkspace } from './random-workspace.mjs'
import { randomSource } from '../gateway/random-text.js'

const ours = createRequire(import.meta.url)('../index.js')

/** Every difference that is meant; docs/parity.md gives the reasons. A case that meets one is counted under it. */
const INTENDED = {
  'unreadable-named': 'a file that is there and was not read has a marker with the reason; the gateway calls it missing',
  'session-after-hook': "the session's filter holds for what a hook adds",
  'whole-pairs': 'no cut leaves half a surrogate pair; the text is up to two units shorter, and later files may get them',
  'no-borrowed-size': 'a file that was dropped, or is empty, does not count the size of its namesake',
  'no-bare-header': 'a start-up context without a note is none; the gateway sends its header when no note fits',
}

const [count = 2_000, first = 1] = process.argv.slice(2).map(Number)
const peer = await loadPeer(DEFAULT_VERSION, { areas: ['bootstrap', 'codex', 'startup'] })
const tally = { compared: {}, intended: {}, different: [] }

function compare(what, seed, theirs, own) {
  tally.compared[what] = (tally.compared[what] ?? 0) + 1
  if (!isDeepStrictEqual(plain(theirs), plain(own))) tally.different.push({ what, seed, theirs, own })
}

function intend(why) {
  if (!(why in INTENDED)) throw new Error(`"${why}" is not listed`)
  tally.intended[why] = (tally.intended[why] ?? 0) + 1
}

const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Files without the reason that only we tell. */
const records = (files) => files.map(({ name, path, content, missing }) => ({ name, path, content, missing }))
const lengths = (files) => files.map(({ path, content }) => [path, content.length])
const isRefused = ({ reason }) => reason !== undefined && reason !== 'absent'
/** Text that holds half of a surrogate pair. */
const isHalved = (text) => /\p{Surrogate}/u.test(text)

async function compareRun(seed) {
  const generated = randomWorkspace(seed)
  const { workspace, remove } = plantWorkspace(generated)
  try {
    const { config, run, hook } = generated
    peer.clearInternalHooks()
    const change = ({ context }) => {
      context.bootstrapFiles = [...context.bootstrapFiles, ...structuredClone(hook)]
    }
    // The gateway's hook applies the session's filter itself, which is where ours applies it.
    const changeAndFilter = ({ context }) => {
      change({ context })
      const before = context.bootstrapFiles.length
      context.bootstrapFiles = peer.filterBootstrapFilesForSession(context.bootstrapFiles, run.sessionKey ?? run.sessionId)
      if (context.bootstrapFiles.length < before) intend('session-after-hook')
    }
    if (hook) peer.registerInternalHook('agent:bootstrap', async (event) => changeAndFilter(event))
    const request = { workspaceDir: workspace, config, ...run }
    const [theirs, own] = await Promise.all([
      quiet(() => peer.resolveBootstrapContextForRun({ ...request, warn: () => {} })),
      ours.resolveBootstrapContextForRun({ ...request, hook: hook ? async (event) => change(event) : undefined }),
    ])
    if (own.bootstrapFiles.some(isRefused)) intend('unreadable-named')
    compare('files of a run', seed, records(theirs.bootstrapFiles), records(own.bootstrapFiles))
    compareBudget(seed, generated, own)
    compareRouting(seed, generated)
    compareInjection(seed, generated)
    await compareExtraFiles(seed, generated, workspace)
    await compareCodex(seed, generated, workspace)
  } finally {
    peer.clearInternalHooks()
    remove()
  }
}

/** Both cut the same records, without our reasons, under the limits that both read from the config. */
function compareBudget(seed, { config, mode }, own) {
  const files = records(own.bootstrapFiles)
  const agentId = own.agentId
  const limits = { maxChars: peer.resolveBootstrapMaxChars(config, agentId), totalMaxChars: peer.resolveBootstrapTotalMaxChars(config, agentId) }
  const { bootstrapMaxChars, bootstrapTotalMaxChars } = own.analysis.totals
  compare('limits', seed, [limits.maxChars || 1, limits.totalMaxChars || 1], [bootstrapMaxChars, bootstrapTotalMaxChars])
  const warned = { theirs: 0, own: 0 }
  const theirs = peer.buildBootstrapContextFiles(files, { ...limits, warn: () => (warned.theirs += 1) })
  const cut = ours.buildBootstrapContextFiles(files, { ...limits, warn: () => (warned.own += 1) })
  const apart = theirs.findIndex(({ content }, index) => content.length !== cut[index]?.content.length)
  if (apart >= 0 && isHalved(theirs[apart].content)) {
    intend('whole-pairs')
    const lost = theirs[apart].content.length - cut[apart].content.length
    compare('units lost to whole pairs', seed, true, lost === 1 || lost === 2)
    return
  }
  compare('injected lengths', seed, lengths(theirs), lengths(cut))
  compare('log warnings', seed, warned.theirs, warned.own)
  compareWarning(seed, { files, cut: theirs, mode, limits })
}

function compareWarning(seed, { files, cut, mode, limits }) {
  const stats = peer.buildBootstrapInjectionStats({ bootstrapFiles: files, injectedFiles: cut })
  const own = ours.buildBootstrapInjectionStats({ bootstrapFiles: files, injectedFiles: cut })
  const borrowed = stats.map((stat, index) => borrows(stat, own[index], cut))
  if (borrowed.includes(true)) intend('no-borrowed-size')
  const others = (list) => list.filter((_, index) => !borrowed[index])
  compare('injection statistics', seed, others(stats), others(own))
  const budget = { files: stats, bootstrapMaxChars: limits.maxChars, bootstrapTotalMaxChars: limits.totalMaxChars }
  const analysis = peer.analyzeBootstrapBudget(budget)
  const ownAnalysis = ours.analyzeBootstrapBudget(budget)
  compare('budget analysis', seed, analysis, ownAnalysis)
  let [theirHistory, ownHistory] = [undefined, undefined]
  for (let turn = 0; turn < 3; turn += 1) {
    const warning = peer.buildBootstrapPromptWarning({ analysis, mode, seenSignatures: theirHistory })
    const ownWarning = ours.buildBootstrapPromptWarning({ analysis: ownAnalysis, mode, seenSignatures: ownHistory })
    const decision = ({ lines, ...rest }) => ({ ...rest, lines: lines.length })
    compare('warning decision', seed, decision(warning), decision(ownWarning))
    compare('report', seed, peer.buildBootstrapTruncationReportMeta({ analysis, warningMode: mode, warning }), ours.buildBootstrapTruncationReportMeta({ analysis: ownAnalysis, warningMode: mode, warning: ownWarning }))
    const notice = (side, { lines }) => side.buildBootstrapPromptWarningNotice(lines)?.split('\n').length
    compare('notice', seed, notice(peer, warning), notice(ours, ownWarning))
    theirHistory = warning.warningSignaturesSeen
    ownHistory = ownWarning.warningSignaturesSeen
  }
}

/** Whether the gateway counts for a record the size of another file whose path ends in the record's name. */
function borrows(stat, own, cut) {
  const namesake = ({ path, content }) => path !== stat.path && path.endsWith(`/${stat.name}`) && content.length === stat.injectedChars
  return own.injectedChars === 0 && stat.injectedChars > 0 && cut.some(namesake)
}

async function compareExtraFiles(seed, { patterns }, workspace) {
  const theirs = await peer.loadExtraBootstrapFilesWithDiagnostics(workspace, patterns)
  const own = await ours.loadWorkspaceBootstrapFiles(workspace, { extraFiles: patterns })
  const named = ours.loadWorkspaceBootstrapFilesSync(workspace).length
  const sorted = (files) => files.map(({ path, content }) => `${path}\n${content}`).sort()
  compare('extra files', seed, sorted(theirs.files), sorted(own.slice(named)))
}

function compareInjection(seed, { config }) {
  for (const agentId of [undefined, 'main', 'ops', 'gone']) {
    compare('injection mode', seed, peer.resolveContextInjectionMode(config, agentId), ours.resolveContextInjectionMode(config, agentId))
  }
}

function compareRouting(seed, { run }) {
  const random = randomSource(seed)
  const facts = {
    bootstrapPending: random.chance(0.7),
    runKind: run.runKind ?? 'default',
    isPrimaryRun: random.chance(0.7),
    isInteractiveUserFacing: random.chance(0.7),
    hasBootstrapFileAccess: random.chance(0.6),
    isCanonicalWorkspace: random.chance(0.7),
  }
  compare('setup mode', seed, peer.resolveBootstrapMode(facts), ours.resolveBootstrapMode(facts))
}

async function compareCodex(seed, { config, run, hook, trigger, memoryTools }, workspace) {
  // What a hook adds and what a session sees is the business of "files of a run".
  if (hook) return
  const runKind = trigger === 'user' ? undefined : trigger
  const params = { workspaceDir: workspace, config: withWorkspace(config, workspace), trigger, bootstrapContextRunKind: runKind, bootstrapContextMode: run.contextMode }
  const agentId = 'main'
  const sessionKey = 'agent:main:main'
  const theirs = await quiet(() =>
    peer.buildCodexWorkspaceBootstrapContext({ params, memoryToolNames: memoryTools, resolvedWorkspace: workspace, effectiveWorkspace: workspace, sessionAgentId: agentId, sessionKey }),
  )
  const resolved = await ours.resolveBootstrapContextForRun({ workspaceDir: workspace, config: params.config, sessionKey, agentId, runKind, contextMode: run.contextMode })
  if (resolved.bootstrapFiles.some(isRefused)) {
    intend('unreadable-named')
    return
  }
  const { bootstrapMaxChars: maxChars, bootstrapTotalMaxChars: totalMaxChars } = resolved.analysis.totals
  const routed = ours.routeCodexBootstrapFiles({
    workspaceDir: workspace,
    bootstrapFiles: resolved.bootstrapFiles,
    runKind,
    contextMode: run.contextMode,
    memoryTools,
    maxChars,
    totalMaxChars,
  })
  const on = (name) => routed.surfaces.filter(({ surface }) => surface === name).map(({ path }) => path).sort()
  const paths = (files = []) => files.map(({ path }) => path).sort()
  // Cut to a marker of one unit, a missing file no longer looks missing; the gateway's text then decides.
  if (totalMaxChars < 100) return
  compare('Codex developer instructions', seed, paths(theirs.developerInstructionFiles), on('developer-instructions'))
  compare('Codex turn instructions', seed, paths(theirs.turnScopedDeveloperInstructionFiles), on('turn-instructions'))
  compare('Codex turn context', seed, paths(theirs.promptContextFiles), on('turn-context'))
  const beats = trigger === 'heartbeat' ? paths(theirs.heartbeatReferenceFiles) : []
  compare('Codex notes', seed, [...paths(theirs.memoryReferenceFiles), ...beats].sort(), on('note'))
}

function withWorkspace(config = {}, workspace) {
  const { agents = {} } = config
  return { ...config, agents: { ...agents, list: undefined, defaults: { ...agents.defaults, workspace } } }
}

/** Runs `work` without what the gateway writes to the console. */
async function quiet(work) {
  const names = ['log', 'warn', 'error', 'info', 'debug']
  const kept = names.map((name) => console[name])
  const writes = [process.stdout, process.stderr].map((stream) => [stream, stream.write])
  for (const name of names) console[name] = () => {}
  for (const [stream] of writes) stream.write = () => true
  try {
    return await work()
  } finally {
    names.forEach((name, index) => (console[name] = kept[index]))
    for (const [stream, write] of writes) stream.write = write
  }
}

for (let seed = first; seed < first + count; seed += 1) await compareRun(seed)
await compareNotes({ peer, ours, compare, intend, count: Math.ceil(count / 4), first })
await compareRefreshes({ peer, ours, compare, count: Math.ceil(count / 4), first })
await compareTranscripts({ peer, ours, compare, count: Math.ceil(count / 8), first })

for (const [what, cases] of Object.entries(tally.compared)) console.log(`${String(cases).padStart(7)}  ${what}`)
for (const why of Object.keys(INTENDED)) console.log(`${String(tally.intended[why] ?? 0).padStart(7)}  intended: ${INTENDED[why]}`)
console.log(`${String(tally.different.length).padStart(7)}  different`)
for (const { what, seed } of tally.different.slice(0, 20)) console.error(`seed ${seed}: ${what}`)
if (process.env.PARITY_SHOW) for (const one of tally.different.slice(0, 3)) console.error(JSON.stringify(one, (key, value) => (typeof value === 'string' && value.length > 200 ? value.length : value)))
process.exitCode = tally.different.length > 0 ? 1 : 0
