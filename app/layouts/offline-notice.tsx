import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { timeOrDay } from '#app/lib/dates.ts'
import { useHandle } from '#app/lib/handle.ts'
import { offlinePath } from '#app/lib/offline-copies.ts'
import { onIdle } from '#app/lib/on-idle.ts'
import { useOffline } from '#app/state/offline.ts'
import { useConnectionChecks } from './connection-checks.ts'
import { useDocumentLinks } from './document-links.ts'
import { announcePage, startCopies } from './page-copies.ts'

/** Says that the shop cannot be reached and how old the page is, and reports the pages to the service worker. */
export function OfflineNotice() {
  const { isOffline } = useOffline()
  const { pathname, search } = useLocation()
  const { cache } = useHandle()
  const path = pathname + search
  const storedAt = useConnectionChecks(path)
  const [shown, setShown] = useState({ path, at: Date.now() })
  if (shown.path !== path) setShown({ path, at: Date.now() })
  useDocumentLinks()
  useEffect(startCopies, [])
  useEffect(() => {
    let isCurrent = storedAt === undefined
    onIdle(() => isCurrent && announcePage(path))
    return () => {
      isCurrent = false
    }
  }, [path, storedAt])

  return (
    <div
      role="status"
      className="on-dark fixed inset-x-0 bottom-0 z-30 text-snow print:hidden max-lg:[html:has(.buy-bar:not([data-hidden]))_&]:bottom-[4.8125rem]"
    >
      {isOffline && pathname !== offlinePath && (
        <p className="m-0 border-night-rule border-t bg-night px-5 pt-2.5 pb-[calc(.625rem+env(safe-area-inset-bottom))] text-center text-[.875rem]">
          {cache
            ? `You are offline. This page is from ${timeOrDay(new Date(storedAt ?? shown.at), new Date())}.`
            : 'You are offline.'}
        </p>
      )}
    </div>
  )
}
