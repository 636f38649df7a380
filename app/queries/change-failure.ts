import { ApiError, errorMessage, isOutcomeUnknown } from '#app/lib/api.ts'
import { forgetLost, type LostChange, reportLost } from '#app/state/connection.ts'
import { toast } from '#app/ui/toast.tsx'
import { queryClient } from './client.ts'

const pageData = () =>
  new Map(
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['admin'] })
      .map(({ queryHash, state }) => [queryHash, state.data]),
  )

let dataBefore = pageData()

/** Before a change is sent. */
export function beginChange(): void {
  forgetLost()
  dataBefore = pageData()
}

/** Equal data keeps its identity when it is loaded again. */
export function hasPageChanged(): boolean {
  const now = pageData()
  return [...dataBefore].some(([hash, data]) => data !== undefined && now.has(hash) && now.get(hash) !== data)
}

/** A refused change shows as a toast. A lost response stays on the page until the outcome is known. */
export function showFailure(
  error: unknown,
  { action = '', listUrl, isRepeatable = false }: Partial<LostChange> = {},
): void {
  if (!isOutcomeUnknown(error)) {
    toast(errorMessage(error), 'error')
    return
  }
  const reason =
    error instanceof ApiError && error.status > 0
      ? errorMessage(error, 'The shop did not answer.')
      : 'The connection was lost.'
  reportLost({ reason, action, listUrl, isRepeatable })
}
