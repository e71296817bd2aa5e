// What only JavaScript knows of the process. Evaluated once in each environment.
(() => {
  const attempt = (read, otherwise) => {
    try {
      return read()
    } catch {
      return otherwise
    }
  }

  return {
    clock() {
      const { timeZone, hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
      return { timeZone, hour12 }
    },

    environment: () => ({ ...process.env }),

    // As text, because that costs half as much as reading the environment variable by variable.
    process: () =>
      JSON.stringify({
        env: process.env,
        platform: process.platform,
        homeDir: attempt(() => process.getBuiltinModule('node:os').homedir()),
        cwd: attempt(() => process.cwd(), '/'),
        executable: process.execPath,
        script: attempt(() => process.argv[1]),
      }),
  }
})()
