'use strict'

const { relative, sep } = require('node:path')

const {
  analyzeBootstrapBudget,
  buildBootstrapContextFiles,
  buildBootstrapInjectionStats,
  buildBootstrapPromptWarning,
  buildBootstrapPromptWarningNotice,
  buildWorkspaceSkillsPromptSync,
  resolveBootstrapContextForRunSync,
} = require('../../load.js')

/**
 * The workspace of a scenario as its run would see it, had it been at the pinned place: records, context files,
 * notice, limits, setup and skills. Markers carry paths, so the records move before anything is cut.
 */
function loadWorkspace({ workspace, skills, run = {} }, { pinned }) {
  if (workspace === undefined) return { records: [], contextFiles: [], limits: {}, pending: false }
  const { config, contextMode, runKind, sessionKey } = run
  const context = resolveBootstrapContextForRunSync({ workspaceDir: workspace, config, contextMode, runKind, sessionKey })
  const place = (path) => `${pinned.workspace}/${relative(workspace, path).split(sep).join('/')}`
  const records = context.bootstrapFiles.map((record) => ({ ...record, path: place(record.path) }))
  const { bootstrapMaxChars: maxChars, bootstrapTotalMaxChars: totalMaxChars } = context.analysis.totals
  const limits = { maxChars, totalMaxChars }
  const contextFiles = buildBootstrapContextFiles(records, limits)
  return {
    records,
    contextFiles,
    notice: noticeFor(records, contextFiles, limits),
    limits,
    pending: context.setup.pending,
    skillsPrompt: skills ? skillsPrompt(workspace, pinned) : undefined,
  }
}

function noticeFor(bootstrapFiles, injectedFiles, { maxChars, totalMaxChars }) {
  const files = buildBootstrapInjectionStats({ bootstrapFiles, injectedFiles })
  const analysis = analyzeBootstrapBudget({ files, bootstrapMaxChars: maxChars, bootstrapTotalMaxChars: totalMaxChars })
  return buildBootstrapPromptWarningNotice(buildBootstrapPromptWarning({ analysis }).lines)
}

/** The workspace's own skills on a host with nothing installed. */
function skillsPrompt(workspace, pinned) {
  const host = { env: {}, platform: 'linux', homeDir: pinned.home, cwd: pinned.workspace }
  const sandbox = { containerWorkdir: pinned.workspace, hostRoot: workspace, writable: true }
  return buildWorkspaceSkillsPromptSync(workspace, { workspaceOnly: true, host, sandbox, locale: pinned.locale }) || undefined
}

module.exports = { loadWorkspace }
