import { useDeferredValue, useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

export function useHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  // React would render the difference at once, in the task that ends the hydration.
  return useDeferredValue(isHydrated)
}
