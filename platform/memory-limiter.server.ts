import { LRUCache } from 'lru-cache'
import { type IRateLimiterOptions, RateLimiterMemory } from 'rate-limiter-flexible'

const mostKeys = 20_000
/** A key of this length counts as one; a longer one counts as several, so the bound holds for bytes too. */
const usualKeyLength = 64

/** Counts in memory for a bounded number of keys. The key that was used longest ago is forgotten first. */
export class BoundedRateLimiter extends RateLimiterMemory {
  readonly #recent: LRUCache<string, true>

  constructor(options: IRateLimiterOptions, most = mostKeys) {
    super(options)
    this.#recent = new LRUCache({
      maxSize: most,
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
