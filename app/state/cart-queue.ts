/** What is done to a list that lives on a server and shows in a browser. */
export type Change<State> = {
  /** How the list will look; shown at once. */
  apply: (state: State) => State
  /** The call that does it. Without one it travels with its neighbours, as one rewriting of the list. */
  send?: () => Promise<State>
}

type Waiting<State> = Change<State> & { settle: PromiseWithResolvers<State> }

type Options<State> = {
  begin: State
  /** Puts all the changes on the list as it stands on the server. */
  rewrite: (apply: (state: State) => State) => Promise<State>
  show: (state: State) => void
}

/**
 * One call at a time and in order, so that a late answer never overwrites a newer one. What waits is shown on top of the
 * last answer; what is refused falls off again.
 */
export function openQueue<State>({ begin, rewrite, show }: Options<State>) {
  let told = begin
  let waiting: Waiting<State>[] = []
  let isRunning = false
  let isClosed = false

  const withAll = (changes: Change<State>[], state: State) => changes.reduce((now, { apply }) => apply(now), state)
  const showNow = () => !isClosed && show(withAll(waiting, told))

  function nextBatch(): Waiting<State>[] {
    const firstCall = waiting.findIndex(({ send }) => send)
    return waiting.slice(0, firstCall === -1 ? waiting.length : Math.max(1, firstCall))
  }

  async function travel(batch: Waiting<State>[]): Promise<void> {
    let outcome: (change: Waiting<State>) => void
    try {
      const send = batch[0]?.send
      const answer = await (send ? send() : rewrite((state) => withAll(batch, state)))
      told = answer
      outcome = ({ settle }) => settle.resolve(answer)
    } catch (error) {
      outcome = ({ settle }) => settle.reject(error)
    }
    waiting = waiting.filter((change) => !batch.includes(change))
    showNow()
    batch.forEach(outcome)
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0 && !isClosed) await travel(nextBatch())
    isRunning = false
  }

  return {
    /** Done when the server has taken it; fails where it has not. */
    add(change: Change<State>): Promise<State> {
      const settle = Promise.withResolvers<State>()
      waiting.push({ ...change, settle })
      showNow()
      void run()
      return settle.promise
    },
    isIdle: () => waiting.length === 0,
    told: () => told,
    /** Learnt elsewhere, as from another tab. */
    learn(state: State): void {
      told = state
      showNow()
    },
    close(): void {
      isClosed = true
      for (const { settle } of waiting) settle.reject(new Error('The bag was closed'))
      waiting = []
    },
  }
}
