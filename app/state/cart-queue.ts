export type Change<State> = {
  /** Computes the list after the change; shown before the server answers. */
  apply: (state: State) => State
  /** The request that makes the change. Changes without one are sent together, as one rewrite of the list. */
  send?: () => Promise<State>
}

type PendingChange<State> = Change<State> & { result: PromiseWithResolvers<State> }

type Options<State> = {
  initial: State
  /** Applies the changes to the list as the server has it now. */
  rewrite: (apply: (state: State) => State) => Promise<State>
  show: (state: State) => void
}

/**
 * Optimistic changes to a list on the server. Requests run one at a time and in order, so an old response never
 * overwrites a newer one. Pending changes show on top of the last response; a rejected change disappears again.
 */
export function createQueue<State>({ initial, rewrite, show }: Options<State>) {
  let confirmed = initial
  let pending: PendingChange<State>[] = []
  let isRunning = false
  let isClosed = false

  const applyAll = (changes: Change<State>[], state: State) =>
    changes.reduce((current, { apply }) => apply(current), state)
  const showCurrent = () => !isClosed && show(applyAll(pending, confirmed))

  function nextBatch(): PendingChange<State>[] {
    const firstCall = pending.findIndex(({ send }) => send)
    return pending.slice(0, firstCall === -1 ? pending.length : Math.max(1, firstCall))
  }

  async function sendBatch(batch: PendingChange<State>[]): Promise<void> {
    let settle: (change: PendingChange<State>) => void
    try {
      const send = batch[0]?.send
      const response = await (send ? send() : rewrite((state) => applyAll(batch, state)))
      confirmed = response
      settle = ({ result }) => result.resolve(response)
    } catch (error) {
      settle = ({ result }) => result.reject(error)
    }
    pending = pending.filter((change) => !batch.includes(change))
    showCurrent()
    batch.forEach(settle)
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (pending.length > 0 && !isClosed) await sendBatch(nextBatch())
    isRunning = false
  }

  return {
    /** Resolves when the server has accepted the change; rejects when the server refuses it. */
    add(change: Change<State>): Promise<State> {
      const result = Promise.withResolvers<State>()
      pending.push({ ...change, result })
      showCurrent()
      void run()
      return result.promise
    },
    isIdle: () => pending.length === 0,
    confirmed: () => confirmed,
    /** For state that arrives another way, such as from another tab. */
    setConfirmed(state: State): void {
      confirmed = state
      showCurrent()
    },
    close(): void {
      isClosed = true
      for (const { result } of pending) result.reject(new Error('The cart was closed'))
      pending = []
    },
  }
}
