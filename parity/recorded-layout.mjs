// Predicts the elements of a prompt from a recorded layout: sections in order, lines with their
// keys and conditions, and for each wording key the placeholders it takes. Serves the learner for
// parameters as `probes.mjs` makes them; it does not know coercions, sanitising or hostile text.

/**
 * @param {object} data recorded layouts (`layout`, `synthetic_wording`, `tool_order`, ...)
 * @param {string} version gateway version whose layout is meant
 * @returns {(params: object, host: object) => import('./learn.mjs').Element[]}
 */
export function elementsFromLayout(data, version) {
  const placeholders = Object.fromEntries(
    Object.entries(data.synthetic_wording[version]).map(([key, text]) => [
      key,
      [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    ]),
  )
  const sections = data.layout[version].map(({ section, when, lines }) => {
    const headings = lines.filter(({ kind }) => kind === 'literal').length
    let heading = 0
    return {
      section,
      holds: compile(when),
      lines: lines.map((line) => ({
        ...line,
        holds: compile(line.when),
        key: line.kind === 'literal' ? headingKey(headings, (heading += 1)) : line.value,
      })),
    }
  })
  return (params, host) => {
    const facts = factsOf(data, version, params, host)
    return sections
      .filter(({ holds }) => holds(facts))
      .flatMap(({ section, lines }) =>
        lines
          .filter(({ holds }) => holds(facts))
          .flatMap((line) => elementsOfLine(line, facts, placeholders))
          .map((element) => ({ section, ...element })),
      )
  }
}

function headingKey(count, position) {
  return count === 1 ? 'heading' : `heading.${position}`
}

function elementsOfLine({ kind, value, key }, facts, placeholders) {
  if (kind === 'literal') return [{ key, expect: value }]
  if (kind === 'wording') {
    const names = placeholders[value] ?? []
    return [{ key, values: Object.fromEntries(names.map((name) => [name, facts.value(name, key)])) }]
  }
  if (value === 'tool_list') return facts.toolList()
  if (value === 'reasoning_parts') return [{ key: 'reasoning_format.line' }]
  return facts.computed(value).map((text) => ({ expect: text }))
}

// Conditions are recorded in a small Python-like language; they are data of the test, not input
// from outside.
function compile(condition) {
  const source = condition
    .replace(/any\((.*?) for f in (\w+)\)/g, '$2.some((f) => $1)')
    .replace(/(\w+) in\(([^)]*)\)/g, '[$2].includes($1)')
    .replace(/f\["path"\]/g, 'f.path')
    .replace(/(\w+)\.get\("(\w+)"\)/g, '$1.$2')
    .replace(/ is not False/g, '!==false')
    .replace(/ is (True|False)/g, (_, literal) => `===${literal.toLowerCase()}`)
    .replace(/==(?!=)/g, (equals, at, whole) => (/[=!]/.test(whole[at - 1]) ? equals : '==='))
    .replace(/\bnot (\w+\([^)]*\)|\([^)]*\)|\w+)/g, '!bool($1)')
    .replace(/\band\b/g, '&&')
    .replace(/\bor\b/g, '||')
  const evaluate = new Function('facts', `with (facts) { return bool(${source}) }`)
  return (facts) => evaluate(facts)
}

function factsOf(data, version, params, host) {
  const { proactive } = data.flags[version]
  const tools = params.toolNames ?? []
  const visible = new Map(tools.map((name) => [name.toLowerCase(), name]))
  const info = params.runtimeInfo ?? {}
  const sb = params.sandboxInfo ?? {}
  const elev = sb.elevated ?? {}
  const files = params.contextFiles ?? []
  const has = (tool) => visible.has(tool)
  const cap = (name) => (info.capabilities ?? []).includes(name)
  const MTO = params.sourceReplyDeliveryMode === 'message_tool_only'
  const SILENT = MTO ? 'none' : (params.silentReplyPromptMode ?? 'generic')
  const CH = info.channel ?? ''
  const channels = host.deliverableChannels
  const facts = {
    bool: (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)),
    base,
    has,
    cap,
    g: (name) => params[name],
    P: (name) => Boolean(params[name]),
    OV: () => false,
    sb,
    elev,
    HAS_LIST: tools.length > 0,
    MAIN: params.promptSurface === 'openclaw_main',
    MODE: params.promptMode,
    FULL: params.promptMode === 'full',
    MTO,
    SILENT,
    SUPPRESS: SILENT === 'none',
    SANDBOXED: sb.enabled === true,
    ACP: params.acpEnabled === true && sb.enabled !== true,
    PRO: proactive && params.proactiveSubagentOrchestration === true,
    CWS: Boolean(sb.containerWorkspaceDir),
    MODEL: Boolean(info.model),
    CH,
    CT: info.chatType,
    NATIVE:
      cap('inlinebuttons') || cap('nativeapprovals') || data.native_approval_channels.includes(CH),
    MCO: channels.includes(CH) ? '' : channels.join('|'),
    EL: sb.elevated !== undefined,
    ELA: elev.allowed,
    FA: elev.fullAccessAvailable,
    STABLE: sorted(data, files.filter(({ path }) => base(path) !== 'heartbeat.md')),
    DYN: files.filter(({ path }) => base(path) === 'heartbeat.md'),
    OWN: params.ownerNumbers ?? [],
    RL: params.reactionGuidance?.level,
    SESS: info.activeProcessSessions ?? [],
    BSFILE: params.bootstrapMode === 'full' && files.some(({ path }) => base(path) === 'bootstrap.md'),
  }
  facts.toolList = () => toolList(data, facts, visible)
  facts.computed = (what) => computed(what, facts, params, host)
  facts.value = (name, key) => placeholderValue(name, key, facts, params, visible)
  return facts
}

function base(path) {
  return path.split('/').at(-1).toLowerCase()
}

function sorted(data, files) {
  const rank = ({ path }) => data.context_file_rank[base(path)] ?? Infinity
  return [...files].sort((a, b) => rank(a) - rank(b))
}

function toolList(data, { ACP }, visible) {
  const order = [...data.tool_order.filter((name) => visible.has(name)), ...unknownTools(data, visible)]
  return order.map((name) => {
    const line = `- ${visible.get(name)}`
    if (!data.tool_order.includes(name)) return { expect: line }
    const variant = ACP && ['agents_list', 'sessions_spawn'].includes(name) ? '.acp' : ''
    return { key: `tool_summary.${name}${variant}`, before: `${line}: ` }
  })
}

function unknownTools(data, visible) {
  return [...visible.keys()].filter((name) => !data.tool_order.includes(name)).sort()
}

function computed(what, { STABLE, DYN, SESS, CH }, params, { memoryLines }) {
  const info = params.runtimeInfo ?? {}
  const file = ({ path, content }) => [`## ${path}`, content]
  const [kind, name] = what.split(':')
  if (kind === 'p') return params[name] ? [params[name]] : []
  if (kind === 'ov' || kind === 'pc') return []
  const results = {
    native_lines: () => params.nativeCommandGuidanceLines ?? [],
    notes: () => params.workspaceNotes ?? [],
    memory: () => memoryLines,
    aliases: () => params.modelAliasLines,
    hints: () => params.messageToolHints ?? [],
    files: () => (name === 'STABLE' ? STABLE : DYN).flatMap(file),
    sessions: () => SESS.map((s) => `- ${s.sessionId} ${s.status} :: ${s.name}`),
    runtime_line: () => [runtimeLine(info, CH, params.defaultThinkLevel)],
  }
  return results[kind]()
}

function runtimeLine({ model, capabilities = [] }, channel, thinking = 'off') {
  const fields = [
    ...(model ? [`model=${model}`] : []),
    ...(channel ? [`channel=${channel}`, `capabilities=${[...capabilities].sort().join(',') || 'none'}`] : []),
    `thinking=${thinking}`,
  ]
  return `Runtime: ${fields.join(' | ')}`
}

function placeholderValue(name, key, { MCO, OWN, CH, has, sb, elev }, params, visible) {
  const tool = (id) => visible.get(id) ?? id
  const yields = has('sessions_yield')
  const values = {
    exec_tool: () => tool('exec'),
    process_tool: () => tool('process'),
    read_tool: () => tool('read'),
    display_workspace_dir: () => (sb.enabled && sb.containerWorkspaceDir) || params.workspaceDir,
    host_workspace_dir: () => params.workspaceDir,
    container_workspace_dir: () => sb.containerWorkspaceDir,
    container_workdir: () => sb.containerWorkspaceDir,
    host_mount: () => sb.workspaceDir,
    access: () => sb.workspaceAccess,
    mount_part: () =>
      fragment('sandbox.access.mount_part', sb.agentWorkspaceMount && { mount: sb.agentWorkspaceMount }),
    docs_path: () => params.docsPath,
    source_path: () => params.sourcePath,
    blocked_reason: () => ({ choice: blockedReason(elev.fullAccessBlockedReason) }),
    elevated_level: () => elev.defaultLevel,
    timezone: () => params.userTimezone,
    silent_token: () => 'NO_REPLY',
    owner_list: () => OWN.join(', '),
    yield_clause: () => {
      const place = key === 'messaging.orch.spawn_only' ? 'end' : 'mid'
      return fragment(`messaging.orch.yield_clause_${place}`, yields && {})
    },
    channel_options: () => MCO,
    channel: () => (key.startsWith('reactions.') ? params.reactionGuidance.channel : CH),
    identity_prefix: () => 'Current model identity:',
    model: () => params.runtimeInfo.model,
    reasoning_level: () => params.reasoningLevel,
  }
  return values[name]()
}

function fragment(key, values) {
  return values ? { fragment: key, values } : { fragment: key, absent: true }
}

function blockedReason(reason) {
  const labels = { 'host-policy': 'host_policy', channel: 'channel', sandbox: 'sandbox' }
  return `blocked_reason.${labels[reason] ?? 'other'}`
}
