import { LRUCache } from 'lru-cache'
import { maxStockAgeMs } from '#modules/catalog/stock-version.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { CacheEntry, RenderedPage } from './cached-response.ts'

type StoredEntry = { entry: CacheEntry; stockVersion: number; readAt: number }

const maxEntries = 10_000
/** Estimated memory of an entry besides the bodies: its headers and objects. */
const entryOverheadBytes = 8_192

/**
 * Public pages and API responses in memory, limited in bytes and entries; the least recently used entry is evicted
 * first. All entries are dropped when the shop version rises. See docs/decisions/0007.
 */
export class Cache {
  readonly #shop: Pick<Shop, 'version' | 'stockVersion' | 'metrics'>
  // With a limit of 0 there is no cache, because LRUCache reads 0 as unlimited.
  readonly #entries: LRUCache<string, StoredEntry> | undefined
  readonly #inFlight = new Map<string, Promise<CacheEntry | RenderedPage | undefined>>()

  constructor(shop: Pick<Shop, 'version' | 'stockVersion' | 'metrics'>, limitBytes: number, max = maxEntries) {
    this.#shop = shop
    if (limitBytes > 0) this.#entries = new LRUCache({ max, maxSize: limitBytes, sizeCalculation: entryBytes })
    shop.version.onChange(() => {
      this.#entries?.clear()
      this.#inFlight.clear()
      shop.metrics.pageCacheBytes.set(0)
    })
  }

  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0
  }

  get size(): number {
    return this.#entries?.size ?? 0
  }

  /** Leaves out an entry whose stock may be older than a second. */
  get(key: string): CacheEntry | undefined {
    const stored = this.#entries?.get(key)
    return stored && this.#isFresh(stored) ? stored.entry : undefined
  }

  /** Asks whether stock has changed, if the entry may be too old. */
  async getWithStock(key: string): Promise<CacheEntry | undefined> {
    const { stockVersion } = this.#shop
    const isOld = this.get(key) === undefined && this.#entries?.has(key)
    if (isOld && stockVersion.current === undefined) await stockVersion.read()
    return this.get(key)
  }

  #isFresh({ entry, stockVersion, readAt }: StoredEntry): boolean {
    if (!entry.showsStock || stockVersion === this.#shop.stockVersion.current) return true
    return performance.now() - readAt < maxStockAgeMs
  }

  isPending(key: string): boolean {
    return this.#inFlight.has(key)
  }

  /** Concurrent calls for one key share one creation. What began before a change of the shop is not stored. */
  async create<Uncached extends RenderedPage | undefined>(
    key: string,
    create: () => Promise<CacheEntry | Uncached>,
  ): Promise<CacheEntry | Uncached> {
    const running = this.#inFlight.get(key)
    if (running) return running as Promise<CacheEntry | Uncached>
    const created = this.#createAndStore(key, create)
    this.#inFlight.set(key, created)
    try {
      return await created
    } finally {
      if (this.#inFlight.get(key) === created) this.#inFlight.delete(key)
    }
  }

  async #createAndStore<Uncached extends RenderedPage | undefined>(
    key: string,
    create: () => Promise<CacheEntry | Uncached>,
  ): Promise<CacheEntry | Uncached> {
    const { version, metrics } = this.#shop
    const generation = version.generation()
    const read = { stockVersion: this.#shop.stockVersion.latest, readAt: performance.now() }
    const created = await create()
    const isCurrent = version.isListening() && version.generation() === generation
    if (created && 'encodings' in created && isCurrent) {
      this.#entries?.set(key, { entry: created, ...read })
      metrics.pageCacheBytes.set(this.bytes)
    }
    return created
  }

  /** Stores an entry in another encoding, unless it was dropped meanwhile. */
  replace(key: string, entry: CacheEntry, changed: CacheEntry): void {
    const stored = this.#entries?.peek(key)
    if (stored?.entry !== entry) return
    this.#entries?.set(key, { ...stored, entry: changed })
    this.#shop.metrics.pageCacheBytes.set(this.bytes)
  }
}

function entryBytes({ entry: { encodings } }: StoredEntry, key: string): number {
  const bodies = Object.values(encodings).reduce((sum, { full }) => sum + (full.body?.length ?? 0), 0)
  return bodies + 2 * key.length + entryOverheadBytes
}
