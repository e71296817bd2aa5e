import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['__test__/**/*.spec.ts'],
    // The package test installs from the registry and starts other versions of Node.
    testTimeout: 300_000,
  },
})
