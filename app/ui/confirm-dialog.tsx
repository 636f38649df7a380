import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactElement, ReactNode, RefObject } from 'react'

type Props = {
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger?: ReactElement
  /** Gets the focus when the trigger is gone. */
  finalFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, open, onOpenChange, trigger, finalFocus, children }: Props) {
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <AlertDialog.Trigger render={trigger} />}
      <AlertDialog.Portal>
        {/* `forceRender`: also over a panel, which is a dialog itself. */}
        <AlertDialog.Backdrop className="scrim z-52" forceRender />
        <AlertDialog.Popup
          className="modal max-h-[calc(100dvh-2rem)] overflow-y-auto px-6 py-8 data-ending-style:ease-enter sm:px-14 sm:py-12"
          finalFocus={finalFocus}
        >
          <AlertDialog.Title className="t-h3">{title}</AlertDialog.Title>
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export const DialogText = AlertDialog.Description
export const DialogClose = AlertDialog.Close
