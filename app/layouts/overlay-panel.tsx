import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { closeOverlay, type Overlay, useOverlay } from '#app/state/overlay.ts'
import { Icon } from '#app/ui/icons.tsx'

type Props = {
  overlay: Overlay
  label: string
  className: string
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether the previously focused element gets the focus back on close. */
  finalFocus?: () => boolean
  children: ReactNode
}

/** A modal panel over the page. Base UI traps and restores the focus, and closes it with Esc. */
export function OverlayPanel({ overlay, label, className, initialFocus, finalFocus, children }: Props) {
  const isOpen = useOverlay(({ open }) => open === overlay)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={className} aria-label={label} initialFocus={initialFocus} finalFocus={finalFocus}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export function ClosePanelButton({ label, className = '' }: { label: string; className?: string }) {
  return (
    <Dialog.Close className={`icon-btn ${className}`} aria-label={label}>
      <Icon name="close" />
    </Dialog.Close>
  )
}
