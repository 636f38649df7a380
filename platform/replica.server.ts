import { sql } from 'drizzle-orm'
import { type Database, type Db, isDatabaseAway, readRows } from './db.server.ts'
import type { Settings } from './env.server.ts'
import type { Log } from './log.server.ts'
import type { Metrics } from './metrics.server.ts'
import type { ShopVersion } from './version.server.ts'

/** Reads that may be answered by a replica. */
export type Reads = {
  /** The work only reads, and may be begun a second time on the primary. */
  run<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Whether a replica answers at this moment. */
  fromReplica(): boolean
  close(): Promise<void>
}

const lookMs = 500
const lookWhileBehindMs = 50
/** Changes that raise no version, such as a sale, are seen after this time at the latest. */
const mostBehindMs = 5_000
const conflictWithRecovery = '40001'

type Seen = { version: bigint; caughtUp: boolean }
type Mark = { at: number; lsn: string }

export async function openReads(
  { replicaUrl, databasePool }: Pick<Settings, 'replicaUrl' | 'databasePool'>,
  database: Database,
  version: ShopVersion,
  { log, metrics }: { log: Log; metrics: Metrics },
): Promise<Reads> {
  if (!replicaUrl) return { run: (work) => work(database.db), fromReplica: () => false, close: async () => {} }
  const { openPostgres } = await import('./db-postgres.server.ts')
  const replica = openPostgres(replicaUrl, databasePool, log)
  const marks: Mark[] = []
  let seen: Seen | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const keepsUp = () => {
    const announced = version.announced()
    return version.known() && seen?.caughtUp === true && (announced === undefined || seen.version >= announced)
  }
  const look = async () => {
    const before = keepsUp()
    try {
      seen = await compare(database.db, replica.db, marks)
    } catch (error) {
      seen = undefined
      if (before) log.warn({ err: String(error) }, 'the replica is away, the primary answers')
    }
    if (!closed) timer = setTimeout(look, keepsUp() || !seen ? lookMs : lookWhileBehindMs).unref()
  }
  // What was announced may not have arrived yet: until it has, the primary answers.
  version.onChange(() => {
    if (version.announced() === undefined) seen = undefined
  })
  await look()

  const onPrimary = <T>(work: (db: Db) => Promise<T>) => {
    metrics.reads.inc({ from: 'primary' })
    return work(database.db)
  }
  return {
    fromReplica: keepsUp,
    run: async (work) => {
      if (!keepsUp()) return onPrimary(work)
      try {
        const result = await work(replica.db)
        metrics.reads.inc({ from: 'replica' })
        return result
      } catch (error) {
        if (!isDatabaseAway(error) && codeOf(error) !== conflictWithRecovery) throw error
        seen = undefined
        return onPrimary(work)
      }
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await replica.close()
    },
  }
}

/** Where the primary is now, and whether the replica has come to where the primary was a while ago. */
async function compare(primary: Db, replica: Db, marks: Mark[]): Promise<Seen> {
  const [now] = await readRows<{ version: string; lsn: string }>(
    primary,
    sql`select version::text as version, pg_current_wal_lsn()::text as lsn from shop_version`,
  )
  if (!now) throw new Error('The row of shop_version is missing')
  const at = performance.now()
  while ((marks[1]?.at ?? at) < at - mostBehindMs) marks.shift()
  marks.push({ at, lsn: now.lsn })
  const wanted = marks[0]?.lsn ?? now.lsn
  const [copy] = await readRows<{ version: string; reached: boolean }>(
    replica,
    sql`select version::text as version,
          coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), ${wanted}::pg_lsn) >= 0, true) as reached from shop_version`,
  )
  if (!copy) throw new Error('The replica has no shop_version')
  return { version: BigInt(copy.version), caughtUp: copy.reached && BigInt(copy.version) >= BigInt(now.version) }
}

function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause) return String(cause.code)
  }
  return undefined
}
