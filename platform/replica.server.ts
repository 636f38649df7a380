import { sql } from 'drizzle-orm'
import { type Database, type Db, isDatabaseUnavailable, readRows } from './db.server.ts'
import type { Settings } from './env.server.ts'
import type { Log } from './log.server.ts'
import type { Metrics } from './metrics.server.ts'
import type { ShopVersion } from './version.server.ts'

/** Runs reads on a replica if it is up to date, otherwise on the primary. */
export type Reads = {
  /** `work` must only read: it can run a second time on the primary. */
  run<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Whether reads currently go to the replica. */
  fromReplica(): boolean
  close(): Promise<void>
}

const pollMs = 500
const pollWhileBehindMs = 50
/** The maximum delay of changes that do not raise the version, such as a sale. */
const maxLagMs = 5_000
const conflictWithRecovery = '40001'

type ReplicaState = { version: bigint; caughtUp: boolean }
type WalPosition = { at: number; lsn: string }

export async function openReads(
  { replicaUrl, databasePool }: Pick<Settings, 'replicaUrl' | 'databasePool'>,
  database: Database,
  version: ShopVersion,
  { log, metrics }: { log: Log; metrics: Metrics },
): Promise<Reads> {
  if (!replicaUrl) return { run: (work) => work(database.db), fromReplica: () => false, close: async () => {} }
  const { openPostgres } = await import('./db-postgres.server.ts')
  const replica = openPostgres(replicaUrl, databasePool, log)
  const positions: WalPosition[] = []
  let state: ReplicaState | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const isUpToDate = () => {
    const announced = version.announced()
    return version.isListening() && state?.caughtUp === true && (announced === undefined || state.version >= announced)
  }
  const poll = async () => {
    const wasUpToDate = isUpToDate()
    try {
      state = await compareWithPrimary(database.db, replica.db, positions)
    } catch (error) {
      state = undefined
      if (wasUpToDate) log.warn({ err: String(error) }, 'the replica is unavailable, reading from the primary')
    }
    if (!closed) timer = setTimeout(poll, isUpToDate() || !state ? pollMs : pollWhileBehindMs).unref()
  }
  // After a lost connection an announced change may not be on the replica yet, so reads go to the primary.
  version.onChange(() => {
    if (version.announced() === undefined) state = undefined
  })
  await poll()

  const onPrimary = <T>(work: (db: Db) => Promise<T>) => {
    metrics.reads.inc({ from: 'primary' })
    return work(database.db)
  }
  return {
    fromReplica: isUpToDate,
    run: async (work) => {
      if (!isUpToDate()) return onPrimary(work)
      try {
        const result = await work(replica.db)
        metrics.reads.inc({ from: 'replica' })
        return result
      } catch (error) {
        if (!isDatabaseUnavailable(error) && codeOf(error) !== conflictWithRecovery) throw error
        state = undefined
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

/** Checks whether the replica has replayed the WAL up to the primary's position `maxLagMs` ago. */
async function compareWithPrimary(primary: Db, replica: Db, positions: WalPosition[]): Promise<ReplicaState> {
  const [now] = await readRows<{ version: string; lsn: string }>(
    primary,
    sql`select version::text as version, pg_current_wal_lsn()::text as lsn from shop_version`,
  )
  if (!now) throw new Error('The table shop_version has no row')
  const at = performance.now()
  while ((positions[1]?.at ?? at) < at - maxLagMs) positions.shift()
  positions.push({ at, lsn: now.lsn })
  const requiredLsn = positions[0]?.lsn ?? now.lsn
  const [copy] = await readRows<{ version: string; reached: boolean }>(
    replica,
    sql`select version::text as version,
          coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), ${requiredLsn}::pg_lsn) >= 0, true) as reached from shop_version`,
  )
  if (!copy) throw new Error('The table shop_version has no row on the replica')
  return { version: BigInt(copy.version), caughtUp: copy.reached && BigInt(copy.version) >= BigInt(now.version) }
}

function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause) return String(cause.code)
  }
  return undefined
}
