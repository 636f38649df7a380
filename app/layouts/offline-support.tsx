import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '#app/lib/log-error.ts'
import { onIdle } from '#app/lib/on-idle.ts'

/** Loads the service worker and its notice when the page is idle, so that they do not delay a first visit. */
export function OfflineSupport() {
  const [Notice, setNotice] = useState<ComponentType>()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const load = () =>
      void import('./offline-notice.tsx').then(
        ({ OfflineNotice }) => setNotice(() => OfflineNotice),
        (error) => logError('Could not load the offline support', error),
      )
    onIdle(load)
  }, [])
  return Notice && <Notice />
}
