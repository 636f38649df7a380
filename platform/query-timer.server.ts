export type QueryListener = (text: string, ms: number) => void

export type QueryTimer = {
  /** Makes every `query` of this client, pool or transaction be timed. */
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
      const ask = timed.query.bind(timed)
      timed.query = (first, ...rest) => {
        const startedAt = performance.now()
        const answer = ask(first, ...rest)
        // A pool asks its clients with a callback, and is timed itself.
        if (!(answer instanceof Promise)) return answer
        const text = typeof first === 'string' ? first : first.text
        const note = () => {
          for (const listener of listeners) listener(text, performance.now() - startedAt)
        }
        answer.then(note, note)
        return answer
      }
    },
  }
}
