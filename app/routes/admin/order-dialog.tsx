import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type * as z from 'zod/mini'
import { focusHeading } from '#app/features/admin/admin-head.tsx'
import { errorMessage, isOutcomeUnknown } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { useChange } from '#app/queries/admin.ts'
import { beginChange, showFailure } from '#app/queries/change-failure.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { takeBackChange } from '#modules/orders/change-contract.ts'

/** Undo for the toast of a change that has just been made. */
export function useUndo({ order: { orderId, orderNumber } }: WireAdminOrder) {
  const message = `Order ${orderNumber}: change undone`
  const { change } = useChange(takeBackChange, { message, subjects: [orderId] })
  return ({ version }: WireAdminOrder) => {
    focusHeading()
    return change({ params: { orderId }, body: { version, reason: 'Undone' } })
  }
}

const unknownOutcome =
  'The connection was lost. Close this dialog and look whether the order has changed before you try again.'

type Props<Schema extends z.ZodMiniObject> = {
  adminOrder: WireAdminOrder
  /** False if the order no longer allows it. An open dialog stays, with what was typed. */
  isOffered?: boolean
  trigger: ReactElement
  title: string
  text: ReactNode
  /** Label of the button that sends. */
  action: string
  schema: Schema
  send: (values: z.output<Schema>) => Promise<WireAdminOrder>
  cancel?: string
  /** Before the dialog opens. */
  onOpen?: () => void
  /** The message of the toast, which also has an Undo button unless the change is a correction itself. */
  message: string
  isCorrection?: boolean
  children?: (errors: Partial<Record<string, string>>, clearRefusal: () => void) => ReactNode
}

/** A change of an order that needs input. A refusal shows in the dialog, and the page loads again behind it. */
export function OrderDialog<Schema extends z.ZodMiniObject>(props: Props<Schema>) {
  const {
    adminOrder,
    isOffered = true,
    trigger,
    title,
    text,
    action,
    schema,
    send,
    message,
    isCorrection,
    onOpen,
  } = props
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState('')
  const isDone = useRef(false)
  const { revalidate } = useRevalidator()
  const undo = useUndo(adminOrder)
  const { sending, errors, onSubmit, onInput } = useForm({
    schema,
    async send(values) {
      setRefusal('')
      beginChange()
      const answer = await send(values)
      isDone.current = true
      setOpen(false)
      const action = isCorrection ? {} : { action: { label: 'Undo', run: () => undo(answer) } }
      toast(message, 'success', { ...action, subjects: [adminOrder.order.orderId] })
      await revalidate()
    },
    failed: (error, isShown) => {
      const isUnknown = isOutcomeUnknown(error)
      if (!isShown) setRefusal(isUnknown ? unknownOutcome : errorMessage(error))
      if (isUnknown) showFailure(error, { action: message })
      else void revalidate()
    },
  })
  const clearRefusal = () => setRefusal((shown) => (shown === unknownOutcome ? shown : ''))
  if (!isOffered && !open) return null
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) onOpen?.()
    setOpen(isOpen)
    setRefusal('')
    isDone.current = false
  }
  return (
    <ConfirmDialog
      title={title}
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      finalFocus={() => (isDone.current ? focusHeading() : true)}
    >
      <DialogText render={<div />} className="m-0 mt-4 mb-6 text-granite">
        {text}
      </DialogText>
      <form
        className="grid gap-1"
        aria-label={title}
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => {
          clearRefusal()
          onInput(event)
        }}
      >
        {props.children?.(errors, clearRefusal)}
        {refusal && <AlertNote>{refusal}</AlertNote>}
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <Button type="submit" busy={sending} busyText="Saving...">
            {action}
          </Button>
          <DialogClose className="btn btn-line">{props.cancel ?? 'Cancel'}</DialogClose>
        </div>
      </form>
    </ConfirmDialog>
  )
}

/** A quiet button that opens a dialog. Takes the props of the dialog's trigger. */
export function TextButton({ children, ...button }: React.ComponentProps<'button'>) {
  return (
    <button type="button" {...button} className="btn-text justify-self-start text-left">
      <span>{children}</span>
    </button>
  )
}
