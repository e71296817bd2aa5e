import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Some specs watch the clock or the memory of the process: they run by themselves.
    fileParallelism: false,
    include: ['__test__/**/*.spec.ts'],
    // The package test installs from the registry and starts other versions of Node.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
