import { useEffect, useEffectEvent, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { offlinePath, storedAtTiming, workerUrl } from '#app/lib/offline-copies.ts'
import { useReturnTo } from '#app/lib/return-to.ts'
import { useOffline } from '#app/state/offline.ts'

const checkEveryMs = 15_000

/** The service worker does not answer HEAD. */
const isReachable = () =>
  fetch(workerUrl, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** When the document of this visit was stored, if the service worker answered with a copy. */
function readStoredAt(): number | undefined {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.serverTiming.find(({ name }) => name === storedAtTiming)?.duration
}

/**
 * Checks the connection when the browser reports a change, and again and again while the shop cannot be reached. When
 * it can be reached again, a copy loads its current data. Returns when the copy was stored.
 */
export function useConnectionChecks(path: string): number | undefined {
  const [copy, setCopy] = useState(() => ({ path, storedAt: readStoredAt() }))
  const storedAt = copy.path === path ? copy.storedAt : undefined
  const { revalidate } = useRevalidator()
  const returnTo = useReturnTo()

  const check = useEffectEvent(async () => {
    const isOffline = !(await isReachable())
    useOffline.setState({ isOffline })
    if (isOffline || storedAt === undefined) return
    if (window.location.pathname === offlinePath) return window.location.replace(returnTo ?? href('/'))
    await revalidate()
    setCopy({ path, storedAt: undefined })
  })
  useEffect(() => {
    const run = () => void check()
    if (storedAt !== undefined || !navigator.onLine) run()
    const timer = setInterval(() => useOffline.getState().isOffline && !document.hidden && run(), checkEveryMs)
    window.addEventListener('online', run)
    window.addEventListener('offline', run)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', run)
      window.removeEventListener('offline', run)
    }
  }, [storedAt])
  return storedAt
}
