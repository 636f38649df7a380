import { LRUCache } from 'lru-cache'
import { type IRateLimiterOptions, RateLimiterMemory } from 'rate-limiter-flexible'

const maxKeys = 20_000
/** A longer key counts as several, so that the limit also bounds memory. */
const usualKeyLength = 64

/** Counts in memory for a limited number of keys and evicts the least recently used key. */
export class BoundedRateLimiter extends RateLimiterMemory {
  readonly #recent: LRUCache<string, true>

  constructor(options: IRateLimiterOptions, max = maxKeys) {
    super(options)
    this.#recent = new LRUCache({
      maxSize: max,
      sizeCalculation: (_, key) => Math.ceil((key.length + 1) / usualKeyLength),
      dispose: (_, key, reason) => {
        if (reason === 'evict') void this.delete(key)
      },
    })
  }

  get keys(): number {
    return this.#recent.size
  }

  override consume(...args: Parameters<RateLimiterMemory['consume']>): ReturnType<RateLimiterMemory['consume']> {
    this.#recent.set(String(args[0]), true)
    return super.consume(...args)
  }
}
