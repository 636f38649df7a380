/** Limits how many requests, connections or uploads one key has open at the same time. */
export class ConcurrencyLimit {
  readonly #max: number
  readonly #open = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Undefined if the key has reached its maximum. Otherwise a function that releases the slot; call it once. */
  acquire(key: string): (() => void) | undefined {
    const open = this.#open.get(key) ?? 0
    if (open >= this.#max) return undefined
    this.#open.set(key, open + 1)
    return () => this.#release(key)
  }

  #release(key: string): void {
    const open = this.#open.get(key) ?? 0
    if (open > 1) this.#open.set(key, open - 1)
    else this.#open.delete(key)
  }
}
