import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules', 'dist'],
    testTimeout: 20_000,
    // Many tests wait for a process or for an order: more of them than cores can be under way.
    maxWorkers: 4,
  },
})
