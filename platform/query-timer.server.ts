export type QueryListener = (text: string, ms: number) => void

export type QueryTimer = {
  /** Measures every `query` of this client, pool or transaction. */
  time(client: object): void
  watch(listener: QueryListener): void
}

type Queryable = { query(first: string | { text: string }, ...rest: unknown[]): unknown }

export function queryTimer(): QueryTimer {
  const listeners: QueryListener[] = []
  return {
    watch: (listener) => void listeners.push(listener),
    time: (client) => {
      const timed = client as Queryable
      const query = timed.query.bind(timed)
      timed.query = (first, ...rest) => {
        const startedAt = performance.now()
        const result = query(first, ...rest)
        // A pool calls its clients with a callback, and is measured itself.
        if (!(result instanceof Promise)) return result
        const text = typeof first === 'string' ? first : first.text
        const report = () => {
          for (const listener of listeners) listener(text, performance.now() - startedAt)
        }
        result.then(report, report)
        return result
      }
    },
  }
}
