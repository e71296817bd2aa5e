// buildAgentSystemPrompt and a builder's build, in front of the addon's own. A call that is equal to an earlier one ends
// here: entering the addon would add half as much again. Evaluated when an environment loads the addon.
(function (addon, ask, answer, numberOf) {
  const shipped = numberOf()

  addon.buildAgentSystemPrompt = (function buildAgentSystemPrompt(params) {
    const asked = ask(shipped, params)
    return typeof asked === 'string' ? asked : answer(asked)
  })

  addon.PromptBuilder = (class PromptBuilder extends addon.PromptBuilder {
    #number = numberOf(this)

    // One that is not written out would spread its arguments by Array.prototype[Symbol.iterator], which anybody can change.
    constructor(options) {
      super(options)
    }

    build(params) {
      // As V8 says it of the other methods.
      if (!(#number in Object(this))) throw new TypeError('Illegal invocation')
      const asked = ask(this.#number, params)
      return typeof asked === 'string' ? asked : answer(asked, this)
    }
  })
})
