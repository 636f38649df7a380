import { useNavigation } from 'react-router'
import { useFetching } from '#app/lib/deferred-component.ts'
import { useLasting } from '#app/lib/delayed-value.ts'

/** A line under the header while the next page, or a part of this one, is on its way. */
export function ProgressLine() {
  const isNavigating = useNavigation().state !== 'idle'
  const isFetching = useFetching()
  const isShown = useLasting(isNavigating || isFetching || undefined)
  return isShown && <div className="progress-line" role="progressbar" aria-label="Loading" />
}
