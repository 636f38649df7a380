import type { Db } from '#platform/db.server.ts'
import { readChanges } from './stock-repo.server.ts'

type Quantities = ReadonlyMap<number, number>

/** The stock that a cached response shows, by product id and by variant id. */
export type ShownStock = { products: Quantities; variants: Quantities }

type CatalogChanges = { version: bigint; changed: ReadonlySet<number> }

export type CachedVersion = { version: bigint; stock: ShownStock }

/**
 * Checks whether cached responses are still current. Concurrent checks share one statement, which starts after the last
 * of them was requested.
 */
export class CacheValidator {
  readonly #db: Db
  #pending = { products: new Map<number, number>(), variants: new Map<number, number>() }
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<CatalogChanges> | undefined
  #latestVersion: bigint | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** The highest shop version read so far. Data read from now on is at least as new. */
  get latestVersion(): bigint | undefined {
    return this.#latestVersion
  }

  recordVersion(version: bigint): void {
    if (this.#latestVersion === undefined || version > this.#latestVersion) this.#latestVersion = version
  }

  async isCurrent({ version, stock }: CachedVersion): Promise<boolean> {
    const { products, variants } = this.#pending
    if (!mergeQuantities(products, stock.products) || !mergeQuantities(variants, stock.variants)) return false
    const current = await this.readChanges()
    if (current.version !== version) return false
    return current.changed.size === 0 || ![...stock.products.keys()].some((id) => current.changed.has(id))
  }

  readChanges(): Promise<CatalogChanges> {
    this.#next ??= this.#read()
    return this.#next
  }

  async #read(): Promise<CatalogChanges> {
    await this.#running
    // Checks requested in the same turn of the event loop join this statement.
    await new Promise((resolve) => setImmediate(resolve))
    const pending = this.#pending
    this.#pending = { products: new Map(), variants: new Map() }
    this.#next = undefined
    const reading = readChanges(this.#db, pending)
    this.#running = reading.catch(() => {})
    const changes = await reading
    this.recordVersion(changes.version)
    return changes
  }
}

/** Returns false if two cached responses show different stock: the statement compares one quantity per id. */
function mergeQuantities(pending: Map<number, number>, shown: Quantities): boolean {
  for (const [id, quantity] of shown) {
    if ((pending.get(id) ?? quantity) !== quantity) return false
    pending.set(id, quantity)
  }
  return true
}
