import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { create } from 'zustand'
import { logError } from '#app/lib/log-error.ts'
import { toast } from './toast.tsx'

type Load<Result> = () => Promise<Result>

/** The number of components that are loading for a waiting user. */
const useLoadingCount = create(() => 0)

export const useIsLoadingDeferred = (): boolean => useLoadingCount((count) => count > 0)

function startLoading(): () => void {
  useLoadingCount.setState((count) => count + 1, true)
  return () => useLoadingCount.setState((count) => count - 1, true)
}

/** The next call retries after a failed load. Some browsers need a page reload first. */
export function loadDeferred<Result>(load: Load<Result>): Promise<Result> {
  return load().catch((error) => {
    logError('Could not load a deferred component', error)
    throw error
  })
}

/**
 * Loads the code of an overlay when it is first needed. The component then stays mounted, so its closing animation can
 * finish. If loading fails, `onFailure` runs, and the next use tries again.
 */
export function useDeferredComponent<Props>(
  load: Load<{ default: ComponentType<Props> }>,
  isNeeded: boolean,
  onFailure: () => void,
): ComponentType<Props> | undefined {
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const handleFailure = useEffectEvent(onFailure)
  useEffect(() => {
    if (!isNeeded || Component) return
    let isStillNeeded = true
    const stopLoading = startLoading()
    // After the browser has shown the press.
    const timer = setTimeout(() =>
      loadDeferred(load).then(
        (loaded) => setComponent(() => loaded.default),
        () => isStillNeeded && handleFailure(),
      ),
    )
    return () => {
      clearTimeout(timer)
      isStillNeeded = false
      stopLoading()
    }
  }, [load, isNeeded, Component])
  return Component
}

export function toastLoadFailure(): void {
  toast('This could not be opened. Please check your connection, then reload the page.', 'error')
}
