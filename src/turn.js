// What a builder keeps of its workspace in JavaScript: the strings of files that did not change are handed to the
// renderer again as the very same strings. Evaluated once in each environment, with the shape of the parameters.
(shape) => {
  const held = new WeakMap()

  // A value as the renderer reads it, with everything the caller may change copied. Members are read by name, so
  // inherited ones count as they do in `build`.
  const copy = (value, kind) => {
    if (kind === 'value' || value === undefined || value === null) return value
    if (kind === 'list') return isIterable(value) ? Array.from(value) : value
    if (kind === 'map') return typeof value === 'object' ? { ...value } : value
    if (Array.isArray(kind)) return Array.isArray(value) ? Array.from(value, (item) => copy(item, kind[0])) : value
    if (typeof value !== 'object' || Array.isArray(value)) return value
    const made = {}
    for (const name in kind) made[name] = copy(value[name], kind[name])
    return made
  }

  const isIterable = (value) => Array.isArray(value) || (typeof value === 'object' && typeof value[Symbol.iterator] === 'function')

  // Puts what the turn before already had in its place; the next prompts are made of it, so nobody may change it.
  const settle = (list, earlier, same) => {
    for (let index = 0; index < same.length; index += 2) list[same[index]] = earlier[same[index + 1]]
    list.forEach(Object.freeze)
    Object.freeze(list)
  }

  const read = (params) => copy(params ?? {}, shape)

  return {
    // The parameters as they are now. After this no code of the caller runs before the turn is there, but
    // `toString` of a value that is no text.
    read,

    // Adds what the workspace gives to parameters of `read`; what is not passed is held from an earlier turn.
    compose(builder, given, workspaceDir, workspace, skills, sameFiles, sameContextFiles) {
      if (workspace !== undefined) {
        const earlier = held.get(builder)?.workspace
        settle(workspace.bootstrapFiles, earlier?.bootstrapFiles, sameFiles)
        settle(workspace.contextFiles, earlier?.contextFiles, sameContextFiles)
        Object.freeze(workspace)
        Object.freeze(skills)
        held.set(builder, { workspaceDir, workspace, skills, turns: new WeakMap() })
      }
      const now = held.get(builder)
      given.contextFiles = now.workspace.contextFiles
      given.bootstrapTruncationNotice = now.workspace.notice
      if (now.skills !== undefined) given.skillsPrompt = now.skills.prompt
      if (given.workspaceDir === undefined || given.workspaceDir === null) given.workspaceDir = now.workspaceDir
      return given
    },

    // A new turn; or that of an equal call, with the account of now.
    turn(builder, earlier, text, report) {
      const { workspace, skills, turns } = held.get(builder)
      if (earlier === undefined) return Object.freeze({ text, workspace, skills, report: Object.freeze(report) })
      if (earlier.workspace === workspace && earlier.skills === skills) return earlier
      if (!turns.has(earlier)) turns.set(earlier, Object.freeze({ ...earlier, workspace, skills }))
      return turns.get(earlier)
    },

    // Waits for the disk.
    async later(looked, builder, params, finish) {
      // What goes wrong on disk must find somebody who waits, also where the parameters throw.
      looked.catch(() => {})
      const given = read(params)
      await looked
      return finish(builder, given)
    },
  }
}
