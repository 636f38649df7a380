import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import { type Database, type Db, statementCounter } from './db.server.ts'
import { migrate } from './migrate.server.ts'
import { queryTimer } from './query-timer.server.ts'

export const pgliteExtensions = { unaccent, pg_trgm, fuzzystrmatch }

export async function openPglite(dataDir: string, url: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  const release = claimFolder(dataDir, url)
  try {
    const client = await PGlite.create(path.join(dataDir, 'pglite'), { extensions: pgliteExtensions })
    return wrapPglite(client, release)
  } catch (error) {
    release()
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
    statements: counter.count,
    watch: timer.watch,
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

export type FolderClaim = { pid: number; url: string }

export function readClaim(dataDir: string): FolderClaim | undefined {
  try {
    const claim = JSON.parse(readFileSync(path.join(dataDir, 'alpine.lock'), 'utf8')) as FolderClaim
    return claim.pid !== process.pid && isAlive(claim.pid) ? claim : undefined
  } catch {
    return undefined
  }
}

const claimedHere = new Set<string>()

/** PGlite lives inside one process; a second one on the same folder would destroy the data. */
function claimFolder(dataDir: string, url: string): () => void {
  const file = path.join(dataDir, 'alpine.lock')
  const claim: FolderClaim = { pid: process.pid, url }
  const holder = claimedHere.has(file) ? claim : readClaim(dataDir)
  if (holder) throw new Error(`The data folder is in use by process ${holder.pid} (${holder.url}): stop it first`)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(claim), { flag: 'wx' })
  claimedHere.add(file)
  return () => {
    claimedHere.delete(file)
    rmSync(file, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
