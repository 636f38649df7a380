import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts long files first, because a clean clone has no recorded durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /(?:killed|hostile-values|fuzz|plans|backup|db-pglite|addresses|migrate)\.test\.ts$/.test(moduleId)
    return [...files.filter(isLong), ...(await super.sort(files.filter((file) => !isLong(file))))]
  }
}

/** The seed of all random tests. The run prints it; FUZZ_SEED=… repeats a run. */
const seed = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31))

const all = ['{shared,platform,modules,api,app,server,db,tests/architecture}/**/*.test.{ts,tsx}']

/**
 * Both databases run the same SQL. PGlite differs in its adapter and its single connection, on which a transaction can
 * deadlock with itself, so these files must open every transaction of the shop (tests/support/transaction-sites.ts).
 * `npm run test:all` runs all tests on both.
 */
const onPglite = [
  'platform/{data-folder,db,db-pglite,folder-claim,migrate}.test.ts',
  'server/backup/busy.test.ts',
  'db/seed/seed.test.ts',
  'modules/media/sweep.test.ts',
  'modules/notifications/{low-stock,webhook}.test.ts',
  'api/{addresses,cart,certificate-changes,certificates,discount-orders,discounts,enquiries,invitations,openid-linking,order-changes,order-history,orders,picture-outlines,quotes,reviews,staff-orders,stock-alert-emails,stock-alerts,unconfirmed-emails}.test.ts',
  'api/admin{,-accounts,-cash,-content,-couriers,-csv,-discounts,-emails,-enquiries,-orders,-posts,-products,-search,-stock,-turn}.test.ts',
]

type ProjectOptions = { include: string[]; setupFiles: string[] }

const database = (name: 'pglite' | 'postgres', { include, setupFiles }: ProjectOptions) => ({
  extends: true as const,
  test: {
    name,
    // Loading the code again for each file took a third of the time, and tests share no state.
    isolate: false,
    include,
    globalSetup: ['tests/support/database.ts'],
    setupFiles: ['tests/support/seed.ts', ...setupFiles],
    env: { TEST_DATABASE: name, FUZZ_SEED: seed },
    // Freeing compiled WebAssembly sometimes crashes the process (nodejs/node#64500).
    // The baseline compiler starts faster; the optimizing one does not pay off in a test file.
    execArgv: ['--no-wasm-code-gc', '--liftoff-only'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    // The client generator needs TypeScript's JavaScript API, which TypeScript 7 does not have.
    alias: [
      { find: /^typescript$/, replacement: path.resolve('tests/support/typescript-api.ts') },
      { find: 'virtual:react-router/server-build', replacement: path.resolve('tests/support/server-build.ts') },
    ],
    server: { deps: { inline: ['openapi-typescript'] } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      database('pglite', {
        include: process.env.TEST_ALL === '1' ? all : onPglite,
        setupFiles: ['tests/support/record-transactions.ts'],
      }),
      database('postgres', { include: all, setupFiles: [] }),
    ],
  },
})
