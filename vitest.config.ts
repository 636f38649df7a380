import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A clean clone remembers no times, and the longest file, begun last, would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /server\/killed\.test\.ts$/.test(moduleId)
    return [...files.filter(isLong), ...(await super.sort(files.filter((file) => !isLong(file))))]
  }
}

const database = (name: 'pglite' | 'postgres') => ({
  extends: true as const,
  test: {
    name,
    // Loading the house anew for each file took a third of the time; the tests share nothing but its code.
    isolate: false,
    include: ['{shared,platform,modules,api,app,server,db,tests/house}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/database.ts'],
    env: { TEST_DATABASE: name },
    // Freeing compiled WebAssembly now and then ends the process (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    // The client generator needs the JavaScript API of TypeScript, which TypeScript 7 no longer has.
    alias: [{ find: /^typescript$/, replacement: path.resolve('tests/support/typescript-api.ts') }],
    server: { deps: { inline: ['openapi-typescript'] } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [database('pglite'), database('postgres')],
  },
})
