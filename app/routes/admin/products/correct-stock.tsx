import { useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { focusHeading } from '#app/features/admin/admin-head.tsx'
import { numberOf, numberOrZero } from '#app/features/admin/typed-values.ts'
import { errorMessage, isOutcomeUnknown } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { useChange } from '#app/queries/admin.ts'
import { beginChange, showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  correctStock,
  maxReasonLength,
  type StockHistory,
  stockCorrectionSchema,
} from '#modules/catalog/stock-contract.ts'

type Props = { productId: number; name: string; item: StockHistory['items'][number] }

const usualReasons = ['Counted', 'New delivery', 'Damaged', 'Lost', 'Gift or sample']

const typedCorrection = z.extend(z.pick(stockCorrectionSchema, { reason: true }), {
  stock: z.pipe(
    z.transform((typed: unknown) => numberOf(String(typed ?? ''))),
    stockCorrectionSchema.shape.stock,
  ),
})

/** The correction sends the stock that is shown, so that it never overwrites a sale. */
export function CorrectStock({ productId, name, item: { variantId, stock: stockRead } }: Props) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const isDone = useRef(false)
  const reasons = useId()
  const { revalidate } = useRevalidator()
  const undo = useChange(correctStock, { message: 'Correction undone' })
  const message = `Stock of ${name} corrected`
  const params = { productId }
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: typedCorrection,
    async send({ stock, reason }) {
      setRefusal('')
      beginChange()
      await callAuthenticated(correctStock, { params, body: { variantId, stock, stockRead, reason } })
      isDone.current = true
      setOpen(false)
      const body = { variantId, stock: stockRead, stockRead: stock, reason: 'Undone' }
      toast(message, 'success', { action: { label: 'Undo', run: () => undo.change({ params, body }) } })
      await revalidate()
    },
    failed: (error, isShown) => {
      if (!isShown) setRefusal(errorMessage(error))
      if (isOutcomeUnknown(error)) showFailure(error, { action: message })
      else void revalidate()
    },
  })
  const difference = typed.trim() === '' ? 0 : numberOrZero(typed) - stockRead
  const onOpenChange = (isOpen: boolean) => {
    setOpen(isOpen)
    setTyped('')
    setRefusal('')
    isDone.current = false
  }
  return (
    <ConfirmDialog
      title="Correct stock"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button look="line" className="px-4" aria-label={`Correct stock of ${name}`}>
          Correct stock
        </Button>
      }
      finalFocus={() => (isDone.current ? focusHeading() : true)}
    >
      <DialogText className="m-0 mt-4 mb-6 text-granite">
        {name}: {stockRead} in stock now. Enter what you have, and why it differs.
      </DialogText>
      <form
        className="grid gap-1"
        aria-label="Correct stock"
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => {
          setRefusal('')
          onInput(event)
        }}
      >
        <Field
          label={difference === 0 ? 'New stock' : `New stock (${difference > 0 ? '+' : '−'}${Math.abs(difference)})`}
          name="stock"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={errors.stock}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          list={reasons}
          maxLength={maxReasonLength}
          error={errors.reason}
        />
        <datalist id={reasons}>
          {usualReasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
        {refusal && <AlertNote>{refusal}</AlertNote>}
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <Button type="submit" busy={sending} busyText="Saving...">
            Correct stock
          </Button>
          <DialogClose className="btn btn-line">Cancel</DialogClose>
        </div>
      </form>
    </ConfirmDialog>
  )
}
