// Takes from a config what the core reads, as JSON text: V8 does in a few microseconds what takes dozens through
// Node's C interface. `undefined` means that values must be read one by one: something in them throws, or has no JSON
// that Rust can hold, or is an error to be told.
(keep) => {
  // In `keep` a number keeps all, an object its keys, a list the same of each entry.
  const take = (value, keep) => {
    if (keep === 0 || value === null || typeof value !== 'object') return value
    const each = Array.isArray(keep)
    if (Array.isArray(value)) return each ? value.map((entry) => take(entry, keep[0])) : value
    const taken = {}
    for (const key of Object.keys(each ? value : keep)) {
      if (key === '__proto__') throw key
      const member = value[key]
      if (member !== undefined) taken[key] = take(member, each ? keep[0] : keep[key])
    }
    return taken
  }

  const text = (make) => {
    try {
      const json = JSON.stringify(make())
      // Half a surrogate pair is written as an escape.
      return json.includes('\\ud') ? undefined : json
    } catch {
      return undefined
    }
  }

  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const isAbsent = (value) => value === undefined || value === null

  return {
    config: (config) => text(() => take(config, keep)),

    // All that decides the settings of an agent: equal texts mean equal settings.
    source: (params) =>
      text(() => {
        const { config, agentId, configWins, ttsPreferences, locale } = params
        const isPlain =
          isObject(params) &&
          (isAbsent(config) || isObject(config)) &&
          (isAbsent(agentId) || typeof agentId === 'string') &&
          (isAbsent(configWins) || typeof configWins === 'boolean') &&
          (isAbsent(ttsPreferences) || isObject(ttsPreferences)) &&
          (isAbsent(locale) || typeof locale === 'string')
        return isPlain ? { config: take(config, keep), agentId, configWins, ttsPreferences, locale } : undefined
      }),
  }
}
