// What a builder keeps of its workspace in JavaScript: the strings of files that did not change are handed to the
// renderer again as the very same strings. Evaluated once in each environment.
(() => {
  const held = new WeakMap()

  return {
    // The parameters of a turn with what the workspace gives; what is not passed is held from an earlier turn.
    compose(builder, params, dir, context, list) {
      if (context !== undefined) held.set(builder, { workspaceDir: dir, workspace: context, skills: list })
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
