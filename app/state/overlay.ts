import { create } from 'zustand'

export type Overlay = 'search' | 'cart' | 'menu'

/** At most one panel is open. */
export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }))

export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ open: overlay })
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null })
}
