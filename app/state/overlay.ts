import { create } from 'zustand'

export type Overlay = 'search' | 'cart' | 'menu'

/** At most one panel lies over the page. `seen` remembers which were opened, so that their code loads only then. */
type OverlayState = { open: Overlay | null; seen: ReadonlySet<Overlay> }

export const useOverlay = create<OverlayState>(() => ({ open: null, seen: new Set() }))

export function openOverlay(overlay: Overlay): void {
  useOverlay.setState(({ seen }) => ({ open: overlay, seen: new Set([...seen, overlay]) }))
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null })
}
