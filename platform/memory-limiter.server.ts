import { LRUCache } from 'lru-cache'

const maxKeys = 20_000
/** A longer key counts as several, so that the limit also bounds memory. */
const usualKeyLength = 64

type Options = { points: number; duration: number }
type Window = { consumed: number; endsAt: number }

/** Counts in memory for a limited number of keys and evicts the least recently used key. */
export class MemoryLimiter {
  readonly #points: number
  readonly #durationMs: number
  readonly #windows: LRUCache<string, Window>

  constructor({ points, duration }: Options, max = maxKeys) {
    this.#points = points
    this.#durationMs = duration * 1000
    this.#windows = new LRUCache({
      maxSize: max,
      sizeCalculation: (_, key) => Math.ceil((key.length + 1) / usualKeyLength),
    })
  }

  get keys(): number {
    return this.#windows.size
  }

  /** Returns the milliseconds until the next point if this one is over the limit. */
  consume(key: string): number | undefined {
    const now = Date.now()
    const window = this.#windows.get(key)
    if (!window || window.endsAt <= now) {
      this.#windows.set(key, { consumed: 1, endsAt: now + this.#durationMs })
      return undefined
    }
    window.consumed++
    return window.consumed > this.#points ? window.endsAt - now : undefined
  }

  /** Gives a consumed point back. */
  reward(key: string): void {
    const window = this.#windows.get(key)
    if (window) window.consumed--
  }

  delete(key: string): void {
    this.#windows.delete(key)
  }
}
