import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/** Calls `close` when the page changes, before the next one is painted. */
export function useCloseOnNavigation(close: () => void): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the navigation alone
  useLayoutEffect(() => close, [key])
}
