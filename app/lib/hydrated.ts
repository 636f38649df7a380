import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML of the server, true as soon as the page answers to its visitor. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
