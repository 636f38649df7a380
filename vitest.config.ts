import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A clean clone remembers no times, and a long file, begun last, would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /(?:cluster|killed|hostile-values|fuzz|plans|backup|db-pglite|addresses|migrate)\.test\.ts$/.test(moduleId)
    return [...files.filter(isLong), ...(await super.sort(files.filter((file) => !isLong(file))))]
  }
}

/** Everything that is random begins with it, and the run prints it: FUZZ_SEED=… repeats one. */
const seed = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31))

const all = ['{shared,platform,modules,api,app,server,db,tests/architecture}/**/*.test.{ts,tsx}']

/**
 * Both databases understand the same SQL; what PGlite has of its own is the adapter and its one connection, on which a
 * transaction can wait for itself. A run fails that leaves out a place where a transaction is opened
 * (tests/support/transaction-sites.ts). `npm run test:all` runs everything on both.
 */
const onPglite = [
  'platform/{data-folder,db,db-pglite,folder-claim,migrate}.test.ts',
  'server/backup/busy.test.ts',
  'db/seed/seed.test.ts',
  'modules/media/sweep.test.ts',
  'api/{addresses,cart,enquiries,openid-joining,order-history,orders,quotes,reviews,unconfirmed-mails}.test.ts',
  'api/admin{,-content,-csv,-mails,-orders,-people,-products}.test.ts',
]

type Own = { include: string[]; setupFiles: string[] }

const database = (name: 'pglite' | 'postgres', { include, setupFiles }: Own) => ({
  extends: true as const,
  test: {
    name,
    // Loading the house anew for each file took a third of the time; the tests share nothing but its code.
    isolate: false,
    include,
    globalSetup: ['tests/support/database.ts'],
    setupFiles: ['tests/support/seed.ts', ...setupFiles],
    env: { TEST_DATABASE: name, FUZZ_SEED: seed },
    // Freeing compiled WebAssembly now and then ends the process (nodejs/node#64500).
    // The quicker compiler for it: a file is over before the better one has paid.
    execArgv: ['--no-wasm-code-gc', '--liftoff-only'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    // The client generator needs the JavaScript API of TypeScript, which TypeScript 7 no longer has.
    alias: [{ find: /^typescript$/, replacement: path.resolve('tests/support/typescript-api.ts') }],
    server: { deps: { inline: ['openapi-typescript'] } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      database('pglite', {
        include: process.env.TEST_ALL === '1' ? all : onPglite,
        setupFiles: ['tests/support/note-transactions.ts'],
      }),
      database('postgres', { include: all, setupFiles: [] }),
    ],
  },
})
