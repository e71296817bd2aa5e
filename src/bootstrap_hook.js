// Runs the hook of a run between its two native halves. Evaluated once in each environment.
//
// Whatever the hook does, the promise settles: with what the hook left within its time limit, or with the reason why
// there is nothing. Values are copied out here, where a getter that throws can be caught.
(async (run, prepared, finish, facts) => {
  const files = await prepared

  const plain = (entry) => {
    try {
      if (typeof entry !== 'object' || entry === null) return null
      const { name, path, content, missing, reason } = entry
      return { name, path, content, missing, reason }
    } catch {
      return null
    }
  }

  const returned = (list) => {
    try {
      return Array.isArray(list) ? { state: 'returned', entries: Array.from(list, plain) } : { state: 'not-a-list' }
    } catch {
      return { state: 'not-a-list' }
    }
  }

  const failed = (error) => {
    try {
      return { state: 'failed', message: String(error?.message ?? error) }
    } catch {
      return { state: 'failed', message: '' }
    }
  }

  const call = (hook) => new Promise((settle) => {
    const timer = setTimeout(() => settle({ state: 'timed-out' }), facts.timeout)
    const context = {
      workspaceDir: facts.workspaceDir,
      bootstrapFiles: files,
      cfg: run.config,
      sessionKey: run.sessionKey,
      sessionId: run.sessionId,
      agentId: facts.agentId,
    }
    const event = {
      type: 'agent',
      action: 'bootstrap',
      sessionKey: run.sessionKey || run.sessionId || 'unknown',
      context,
      timestamp: new Date(),
      messages: [],
    }
    const attempt = async () => hook(event)
    attempt()
      .then((result) => returned(result ?? context.bootstrapFiles), failed)
      .then((outcome) => {
        clearTimeout(timer)
        settle(outcome)
      })
  })

  const outcome = typeof run.hook === 'function' ? await call(run.hook) : { state: 'none' }
  const context = finish(outcome)
  if (typeof run.warn === 'function') context.log.forEach((line) => run.warn(line))
  return context
})
