import { useCallback, useEffect } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { hasPageChanged } from '#app/queries/change-failure.ts'
import { forgetLost, isStale, type LostChange, settleLost, useConnection } from '#app/state/connection.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'

/** Says what is unknown after a lost connection, and finds it out. */
export function ConnectionNotice() {
  const { lost, stale } = useConnection()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const [busy, run] = useBusy()
  const isUnknown = lost !== undefined && !lost.outcome
  const loadedAt = Object.values(stale)[0]
  const canCheck = (isUnknown && !lost.listUrl && !lost.isRepeatable) || (!lost && loadedAt !== undefined)

  const check = useCallback(
    () =>
      run(async () => {
        await revalidate()
        const { lost: current } = useConnection.getState()
        if (current && !current.outcome && !isStale()) settleLost(hasPageChanged() ? 'changed' : 'not saved')
      }),
    [revalidate, run],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was lost belongs to the page.
  useEffect(() => forgetLost, [pathname])
  useEffect(() => {
    if (isUnknown && canCheck) void check()
  }, [isUnknown, canCheck, check])
  useEffect(() => {
    if (!canCheck) return
    window.addEventListener('online', check)
    return () => window.removeEventListener('online', check)
  }, [canCheck, check])

  if (!lost && loadedAt === undefined) return null
  return (
    <div
      role="alert"
      className="admin-notice sticky top-2 z-20 border-error border-l-3 shadow-float max-lg:top-[4.25rem] print:hidden"
    >
      <p className="m-0 max-w-prose flex-[1_1_16rem] wrap-anywhere">
        {lost ? <LostText lost={lost} /> : `This page could not be loaded again. It shows data of ${timeOf(loadedAt)}.`}
      </p>
      {canCheck && (
        <Button look="line" busy={busy} busyText="Checking..." onClick={check}>
          Check again
        </Button>
      )}
      {lost?.listUrl && (
        <Link className="btn btn-line" to={lost.listUrl} target="_blank">
          Open list
        </Link>
      )}
      {lost && !canCheck && (
        <button type="button" className="icon-btn" aria-label="Close" onClick={forgetLost}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

const timeOf = (at = 0) => new Date(at).toLocaleTimeString('en-US', { timeStyle: 'short' })

function LostText({ lost: { reason, action, listUrl, isRepeatable, outcome } }: { lost: LostChange }) {
  const change = action ? `this is done: “${action}”` : 'your changes are saved'
  if (outcome === 'saved') return 'The connection was lost for a moment. Your changes are saved.'
  if (outcome === 'changed') return `${reason} This page now shows the current data. Check whether ${change}.`
  if (outcome === 'not saved')
    return `${reason} ${action ? `This is not done: “${action}”.` : 'Your changes are not saved.'} Please try again.`
  const repeat = isRepeatable ? 'Please send it again: it is never stored twice.' : ''
  const advice = listUrl ? 'Look in the list before you save again.' : repeat
  return `${reason} We do not know whether ${change}. ${action ? '' : 'What you typed is still here.'} ${advice}`
}
