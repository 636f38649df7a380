import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactElement, type ReactNode, type RefObject, useState } from 'react'
import { useBusy } from './busy.ts'
import { Button } from './button.tsx'

type Props = {
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger?: ReactElement
  /** Gets the focus when the trigger is gone. A function chooses it when the dialog closes; true means the trigger. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null | true)
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

type ConfirmButtonProps = {
  trigger: ReactElement
  title: string
  text: ReactNode
  /** Label of the button that confirms. */
  action: string
  busyText?: string
  cancel?: string
  onConfirm: () => Promise<unknown>
  children?: ReactNode
}

/** A button that asks for confirmation. The dialog closes when the action is done. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { trigger, title, text, action, busyText = 'Saving...', cancel = 'Cancel', onConfirm, children } = props
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const confirm = async () => {
    await onConfirm()
    setOpen(false)
  }
  return (
    <ConfirmDialog title={title} open={open} onOpenChange={setOpen} trigger={trigger}>
      <DialogText render={<div />} className={`m-0 mt-4 text-granite ${children ? 'mb-6' : 'mb-8'}`}>
        {text}
      </DialogText>
      {children}
      <div className={`grid gap-3 sm:grid-cols-2 ${children ? 'mt-4' : ''}`}>
        <Button busy={busy} busyText={busyText} onClick={() => run(confirm)}>
          {action}
        </Button>
        <DialogClose className="btn btn-line">{cancel}</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
