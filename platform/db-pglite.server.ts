import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import {
  checkDiskSpace,
  databaseFolder,
  explainFolderError,
  makeDataFolder,
  restrictDatabaseFiles,
  restrictDataFolder,
} from './data-folder.server.ts'
import { type Database, type Db, statementCounter } from './db.server.ts'
import { claimFolder } from './folder-claim.server.ts'
import { migrate } from './migrate.server.ts'
import { queryTimer } from './query-timer.server.ts'

// With the default of 13 million, two cores compile more than they run during a start, which then takes twice as long.
setFlagsFromString('--wasm-tiering-budget=100000000')

export const pgliteExtensions = { unaccent, pg_trgm, fuzzystrmatch }

export async function openPglite(dataDir: string, url: string): Promise<Database> {
  makeDataFolder(dataDir)
  let release = () => {}
  try {
    release = claimFolder(dataDir, url)
    restrictDataFolder(dataDir)
    const client = await createClient(dataDir)
    restrictDatabaseFiles(dataDir)
    return wrapPglite(client, release)
  } catch (error) {
    const explained = explainFolderError(error, dataDir)
    release()
    throw explained
  }
}

async function createClient(dataDir: string): Promise<PGlite> {
  const folder = path.join(dataDir, databaseFolder)
  const isNew = readdirSync(folder).length === 0
  checkDiskSpace(dataDir, { isNew })
  try {
    const client = await PGlite.create(folder, { extensions: pgliteExtensions })
    // Every request would wait while a new WAL segment is filled with 16 MB of zeros.
    await client.exec('set wal_init_zero = off')
    return client
  } catch (error) {
    // An incomplete new database would make the next start fail.
    if (isNew) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

export function wrapPglite(client: PGlite, onClose: () => void = () => {}): Database {
  const counter = statementCounter()
  const timer = queryTimer()
  timer.time(client)
  const transact: PGlite['transaction'] = client.transaction.bind(client)
  client.transaction = (work) =>
    transact((tx) => {
      timer.time(tx)
      return work(tx)
    })
  return {
    kind: 'pglite',
    db: drizzle(client, { logger: counter.logger }) as unknown as Db,
    jobs: fromPglite(client),
    pool: undefined,
    statementCount: counter.count,
    onStatement: timer.watch,
    migrate: (known) =>
      migrate(
        {
          lock: async () => {},
          unlock: async () => {},
          run: async (script) => void (await client.exec(script)),
          rows: async (query) => (await client.query<Record<string, unknown>>(query)).rows,
        },
        known,
      ),
    listen: async (channel, { onMessage }) => {
      await client.listen(channel, onMessage)
      onMessage(undefined)
    },
    bulk: async (_access, work) => (await import('./bulk-pglite.server.ts')).pgliteBulk(client, work),
    close: async () => {
      await client.close()
      onClose()
    },
  }
}
