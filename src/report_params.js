// What a report needs of its parameters, in a shape of its own: members that nobody reads may hold anything, and
// schemas become JSON as the provider gets them.
(params) => {
  const text = (value) => (typeof value === 'string' ? value.trim() : '')
  const json = (value) => {
    try {
      return JSON.stringify(value ?? undefined) ?? ''
    } catch {
      return ''
    }
  }
  const tool = ({ name, description, label, parameters }) => {
    const properties = parameters?.properties
    const isObject = typeof properties === 'object' && properties !== null
    const count = isObject ? Object.keys(properties).length : null
    return { name: text(name), summary: text(description) || text(label), schema: json(parameters), count }
  }
  const { source, generatedAt, sessionId, sessionKey, provider, model, workspaceDir, sandbox } = params
  const { bootstrapMaxChars, bootstrapTotalMaxChars, bootstrapTruncation, currentTurn, tools } = params
  const limits = { bootstrapMaxChars, bootstrapTotalMaxChars, bootstrapTruncation }
  return {
    run: { source, generatedAt, sessionId, sessionKey, provider, model, workspaceDir, ...limits, sandbox },
    injectedWorkspaceFiles: params.injectedWorkspaceFiles,
    currentTurn,
    tools: Array.isArray(tools) ? tools.map((one) => tool(one ?? {})) : tools,
  }
}
