import type { Db } from '#platform/db.server.ts'
import { deleteStockChanges, readStockChanges } from './stock-repo.server.ts'

/** How old the stock in a cached response may be. */
export const maxStockAgeMs = 1_000
/** Changes are deleted after twice this time, so after this time a snapshot says nothing any more. */
const maxSnapshotAgeMs = 30 * 60_000

/** Counts the changes of stock that this process has noticed. It sends at most one statement a second. */
export class StockVersion {
  readonly #db: Db
  #version = 0
  #snapshot: string | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #deletedAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** The version that was last read. */
  get latest(): number {
    return this.#version
  }

  /** Undefined if it was last read longer ago than `maxStockAgeMs`. */
  get current(): number | undefined {
    return performance.now() - this.#readAt < maxStockAgeMs ? this.#version : undefined
  }

  /** Concurrent calls share one statement. */
  read(): Promise<void> {
    this.#reading ??= this.#compare().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #compare(): Promise<void> {
    const now = performance.now()
    const { snapshot, hasChanged } = await readStockChanges(this.#db, this.#snapshot)
    if (hasChanged || now - this.#readAt > maxSnapshotAgeMs) this.#version++
    this.#snapshot = snapshot
    this.#readAt = now
    if (now - this.#deletedAt < maxSnapshotAgeMs) return
    this.#deletedAt = now
    await deleteStockChanges(this.#db, 2 * maxSnapshotAgeMs)
  }
}
