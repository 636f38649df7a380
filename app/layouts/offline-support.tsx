import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '#app/lib/log-error.ts'
import { onIdle } from '#app/lib/on-idle.ts'

/** Until the first visit has settled: the service worker then stores copies, which takes processor time. */
const firstVisitDelayMs = 4000

/** Loads the service worker and its notice so late that they do not delay a first visit. */
export function OfflineSupport() {
  const [Notice, setNotice] = useState<ComponentType>()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const load = () =>
      void import('./offline-notice.tsx').then(
        ({ OfflineNotice }) => setNotice(() => OfflineNotice),
        (error) => logError('Could not load the offline support', error),
      )
    const isFirstVisit = navigator.serviceWorker.controller === null
    const timer = setTimeout(() => onIdle(load), isFirstVisit ? firstVisitDelayMs : 0)
    return () => clearTimeout(timer)
  }, [])
  return Notice && <Notice />
}
