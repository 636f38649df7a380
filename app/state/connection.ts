import { create } from 'zustand'

/** A change whose response was lost. */
export type LostChange = {
  /** Why there was no response. */
  reason: string
  /** The message of a successful change; empty for a form. */
  action: string
  /** Shows whether a new record exists. */
  listUrl?: string | undefined
  /** The change can be sent again: it is never stored twice. */
  isRepeatable?: boolean
  /** Known after the page was loaded again. */
  outcome?: 'saved' | 'not saved' | 'changed'
}

type Connection = {
  lost?: LostChange | undefined
  /** For data that could not be loaded again: when it was loaded, by the hash of its query. */
  stale: Record<string, number>
}

/** What the back office does not know because the shop could not be reached. */
export const useConnection = create<Connection>(() => ({ stale: {} }))

export const reportLost = (lost: LostChange) => useConnection.setState({ lost })
export const forgetLost = () => useConnection.setState({ lost: undefined })

export function settleLost(outcome: LostChange['outcome']): void {
  useConnection.setState(({ lost }) => ({ lost: lost && { ...lost, outcome } }))
}

export function setStale(hash: string, loadedAt: number | undefined): void {
  const { [hash]: before, ...others } = useConnection.getState().stale
  if (before !== loadedAt)
    useConnection.setState({ stale: loadedAt === undefined ? others : { ...others, [hash]: loadedAt } })
}

export const isStale = () => Object.keys(useConnection.getState().stale).length > 0
