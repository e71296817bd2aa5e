// What a builder keeps of its workspace in JavaScript: the strings of files that did not change are handed to the
// renderer again as the very same strings. Evaluated once in each environment.
(() => {
  const held = new WeakMap()

  // Puts what the turn before already had in its place; the next prompts are made of it, so nobody may change it.
  const settle = (list, earlier, same) => {
    for (let index = 0; index < same.length; index += 2) list[same[index]] = earlier[same[index + 1]]
    list.forEach(Object.freeze)
    Object.freeze(list)
  }

  return {
    // The parameters of a turn with what the workspace gives; what is not passed is held from an earlier turn.
    compose(builder, params, dir, context, list, sameFiles, sameContextFiles) {
      if (context !== undefined) {
        const earlier = held.get(builder)?.workspace
        settle(context.bootstrapFiles, earlier?.bootstrapFiles, sameFiles)
        settle(context.contextFiles, earlier?.contextFiles, sameContextFiles)
        held.set(builder, { workspaceDir: dir, workspace: context, skills: list })
      }
      const given = { ...params }
      const { workspaceDir, workspace, skills } = held.get(builder)
      given.contextFiles = workspace.contextFiles
      given.bootstrapTruncationNotice = workspace.notice
      if (skills !== undefined) given.skillsPrompt = skills.prompt
      if (given.workspaceDir === undefined || given.workspaceDir === null) given.workspaceDir = workspaceDir
      return given
    },

    // The turn of an equal call where its account is right too, else a new one.
    turn(builder, earlier, text, report) {
      const { workspace, skills } = held.get(builder)
      if (earlier === undefined) return Object.freeze({ text, workspace, skills, report })
      if (earlier.workspace === workspace && earlier.skills === skills) return earlier
      return Object.freeze({ ...earlier, workspace, skills })
    },

    // Waits for the disk; parameters are read before, as any other call reads them.
    async later(looked, builder, params, finish) {
      const given = { ...params }
      await looked
      return finish(builder, given)
    },
  }
})()
