import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { useAdminQuery, useChange } from '#app/queries/admin.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { Field, SelectField, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { listCouriers } from '#modules/couriers/contract.ts'
import { addOrderNote, changeOrderStatus, type WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { type OrderStatus, statusOf } from '#modules/orders/statuses.ts'
import { integerIdFromText, optionalLine } from '#shared/fields.ts'

type TransitionInput = { courierId?: number; trackingNumber?: string; message?: string }
type TransitionHandler = (to: OrderStatus, input?: TransitionInput) => Promise<unknown>

const withOwnForm: OrderStatus[] = ['Confirmed', 'Shipped', 'Returned', 'Canceled']

/** Buttons for the transitions that the current status allows. */
export function OrderTransitions({ adminOrder }: { adminOrder: WireAdminOrder }) {
  const { order } = adminOrder
  const { change } = useChange(changeOrderStatus, {
    message: ({ body }) => `Order ${order.orderNumber} marked as ${body.to.toLowerCase()}`,
  })
  const from = statusOf(order.payment.status)
  const next = adminOrder.next.map(statusOf)

  const transition: TransitionHandler = (to, input) =>
    change({ params: { orderId: order.orderId }, body: { from, to, ...input } })

  if (next.length === 0) return null
  return (
    <div className="mt-4 grid gap-3">
      {next.includes('Confirmed') && <Confirm adminOrder={adminOrder} transition={transition} />}
      {next.includes('Shipped') && <Ship transition={transition} />}
      {next
        .filter((to) => !withOwnForm.includes(to))
        .map((to) => (
          <MarkAs key={to} to={to} transition={transition} isPickup={from === 'Confirmed' && to === 'Delivered'} />
        ))}
      {next.includes('Returned') && (
        <ConfirmAction
          label={from === 'Shipped' ? 'Mark as refused' : 'Mark as returned'}
          title={from === 'Shipped' ? 'Mark this order as refused?' : 'Mark this order as returned?'}
          text="The order gets the status Returned and the customer receives an email. The stock does not change: check the items first, then update the stock by hand."
          onConfirm={(message) => transition('Returned', { message })}
        />
      )}
      {next.includes('Canceled') && (
        <ConfirmAction
          label="Cancel order"
          title="Cancel this order?"
          text="The order will not be shipped. Its items go back into stock and the customer receives an email. This cannot be undone."
          onConfirm={(message) => transition('Canceled', { message })}
        />
      )}
    </div>
  )
}

type MarkAsProps = { to: OrderStatus; transition: TransitionHandler; isPickup?: boolean }

function MarkAs({ to, transition, isPickup = false }: MarkAsProps) {
  const [busy, run] = useBusy()
  return (
    <Button
      {...(isPickup ? { look: 'line' as const } : {})}
      busy={busy}
      busyText="Saving..."
      onClick={() => run(() => transition(to))}
    >
      {isPickup ? 'Hand over in the shop' : `Mark as ${to.toLowerCase()}`}
    </Button>
  )
}

function Confirm({
  adminOrder: { order, notes },
  transition,
}: {
  adminOrder: WireAdminOrder
  transition: TransitionHandler
}) {
  const { busy, change } = useChange(addOrderNote, { message: 'Unanswered call logged' })
  const unanswered = notes.filter(({ kind }) => kind === 'no-answer').length
  const logUnansweredCall = () => change({ params: { orderId: order.orderId }, body: { kind: 'no-answer' } })
  return (
    <>
      <p className="m-0 text-granite">
        Call the customer before you pack the order.
        {unanswered > 0 && ` ${unanswered} unanswered ${unanswered === 1 ? 'call' : 'calls'} so far.`}
      </p>
      <div className="grid gap-3">
        <MarkAs to="Confirmed" transition={transition} />
        <Button look="line" busy={busy} busyText="Saving..." onClick={logUnansweredCall}>
          Log unanswered call
        </Button>
      </div>
    </>
  )
}

const shipmentSchema = z.object({
  courierId: integerIdFromText('Please choose a courier.'),
  trackingNumber: optionalLine(80),
})

function Ship({ transition }: { transition: TransitionHandler }) {
  const { data: couriers = [] } = useAdminQuery(listCouriers, {})
  const [courierId, setCourierId] = useState('')
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: shipmentSchema,
    send: (shipment) => transition('Shipped', shipment),
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <form className="grid gap-1" aria-label="Shipment" noValidate onSubmit={onSubmit} onInput={onInput}>
      <SelectField
        label="Courier"
        name="courierId"
        value={courierId}
        onSelect={setCourierId}
        placeholder="Choose a courier"
        options={couriers.filter(({ isActive }) => isActive).map(({ id, name }) => [String(id), name])}
        required
        error={errors.courierId}
      />
      <Field label="Tracking number" name="trackingNumber" autoComplete="off" maxLength={80} optional />
      <Button type="submit" busy={sending} busyText="Saving...">
        Mark as shipped
      </Button>
    </form>
  )
}

type ConfirmActionProps = {
  label: string
  title: string
  text: ReactNode
  onConfirm: (message: string) => Promise<unknown>
}

/** A button with a confirmation dialog and an optional message to the customer. */
function ConfirmAction({ label, title, text, onConfirm }: ConfirmActionProps) {
  const [message, setMessage] = useState('')
  return (
    <ConfirmButton
      trigger={
        <button type="button" className="btn-text justify-self-start">
          <span>{label}</span>
        </button>
      }
      title={title}
      text={text}
      action={label}
      cancel="Keep current status"
      onConfirm={() => onConfirm(message)}
    >
      <TextArea
        label="Message to customer"
        name="message"
        rows={2}
        maxLength={1000}
        optional
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
    </ConfirmButton>
  )
}
