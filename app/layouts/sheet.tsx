import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { closeOverlay, type Overlay, useOverlay } from '#app/state/overlay.ts'
import { Icon } from '#app/ui/icons.tsx'

type Props = {
  overlay: Overlay
  label: string
  className: string
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether what had the focus before gets it back when the sheet closes. */
  finalFocus?: () => boolean
  children: ReactNode
}

/** A sheet over the page: keeps the focus while it is open, gives it back when it closes, and closes with Esc. */
export function Sheet({ overlay, label, className, initialFocus, finalFocus, children }: Props) {
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

export function CloseSheet({ label, className = '' }: { label: string; className?: string }) {
  return (
    <Dialog.Close className={`icon-btn ${className}`} aria-label={label}>
      <Icon name="close" />
    </Dialog.Close>
  )
}
