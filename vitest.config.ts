import { defineConfig } from 'vitest/config'

const database = (name: 'pglite' | 'postgres') => ({
  extends: true as const,
  test: {
    name,
    include: ['{shared,platform,modules,api,app,server,db,tests/house}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/database.ts'],
    env: { TEST_DATABASE: name },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: { maxWorkers: 3, projects: [database('pglite'), database('postgres')] },
})
