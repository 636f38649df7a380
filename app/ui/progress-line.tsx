import { useNavigation } from 'react-router'
import { useDelayedValue } from '#app/lib/delayed-value.ts'
import { useIsLoadingDeferred } from './deferred-component.ts'

/** Shown while the next page or a deferred component loads. */
export function ProgressLine() {
  const isNavigating = useNavigation().state !== 'idle'
  const isFetching = useIsLoadingDeferred()
  const isShown = useDelayedValue(isNavigating || isFetching || undefined)
  return isShown && <div className="progress-line" role="progressbar" aria-label="Loading" />
}
