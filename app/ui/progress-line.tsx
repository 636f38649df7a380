import { useNavigation } from 'react-router'
import { useIsLoadingDeferred } from '#app/lib/deferred-component.ts'
import { useDelayedValue } from '#app/lib/delayed-value.ts'

/** Shown while the next page or a deferred component loads. */
export function ProgressLine() {
  const isNavigating = useNavigation().state !== 'idle'
  const isFetching = useIsLoadingDeferred()
  const isShown = useDelayedValue(isNavigating || isFetching || undefined)
  return isShown && <div className="progress-line" role="progressbar" aria-label="Loading" />
}
