/**
 * Concurrent calls with the same key share one run of the work. A call that arrives while the work runs waits for the
 * next run, so it never gets data read before it was made.
 */
export class RequestCoalescer<Result> {
  readonly #running = new Map<string, Promise<Result>>()
  readonly #queued = new Map<string, Promise<Result>>()

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const queued = this.#queued.get(key)
    if (queued) return queued
    const next = this.#runNext(key, work)
    this.#queued.set(key, next)
    return next
  }

  async #runNext(key: string, work: () => Promise<Result>): Promise<Result> {
    await Promise.allSettled([this.#running.get(key)])
    this.#queued.delete(key)
    const result = work()
    this.#running.set(key, result)
    try {
      return await result
    } finally {
      if (this.#running.get(key) === result) this.#running.delete(key)
    }
  }
}
