/** Limits how many requests, connections or uploads of one key are open at the same time. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Undefined if the key has reached its maximum. Otherwise the function that releases the place, to be called once. */
  enter(key: string): (() => void) | undefined {
    const open = this.#open.get(key) ?? 0
    if (open >= this.#most) return undefined
    this.#open.set(key, open + 1)
    return () => this.#leave(key)
  }

  #leave(key: string): void {
    const open = this.#open.get(key) ?? 0
    if (open > 1) this.#open.set(key, open - 1)
    else this.#open.delete(key)
  }
}
