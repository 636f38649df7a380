import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useCan } from '#app/features/admin/use-can.ts'
import { useChange } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { addOrderNote, changeOrderStatus, type WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { type OrderStatus, statusOf } from '#modules/orders/statuses.ts'
import { optionalText } from '#shared/fields.ts'
import { OrderDialog, TextButton, useUndo } from './order-dialog.tsx'
import { amountLabel, isWithin, orderMoney, owedLimit, typedAmount } from './order-money.ts'
import { ReturnProducts } from './order-return.tsx'
import { ChangeShipment, ShipForm } from './order-shipment.tsx'
import { TakeBack } from './order-take-back.tsx'

type Props = { adminOrder: WireAdminOrder; children?: ReactNode }
type TransitionInput = {
  courierId?: number
  trackingNumber?: string
  collected?: number
  restock?: boolean
  message?: string
}
type TransitionHandler = (to: OrderStatus, input?: TransitionInput) => Promise<unknown>

const withOwnForm: OrderStatus[] = ['Confirmed', 'Shipped', 'Delivered', 'Returned', 'Canceled']

/** What can be done with the order now. The children stand below the next step. */
export function OrderTransitions({ adminOrder, children }: Props) {
  const { order } = adminOrder
  const undo = useUndo(adminOrder)
  const { change } = useChange(changeOrderStatus, {
    message: ({ body }) => `Order ${order.orderNumber} marked as ${body.to.toLowerCase()}`,
    undo,
    subjects: [order.orderId],
  })
  const from = statusOf(order.payment.status)
  const next = adminOrder.next.map(statusOf)
  const canReturn = useCan('orderChanges')
  const transition: TransitionHandler = (to, input) =>
    change({ params: { orderId: order.orderId }, body: { from, to, ...input } })
  return (
    <div className="mt-4 grid gap-3 empty:hidden" data-focus-heading>
      {next.includes('Confirmed') && <Confirm adminOrder={adminOrder} transition={transition} />}
      {next.includes('Shipped') && <ShipForm onShip={(shipment) => transition('Shipped', shipment)} />}
      {from === 'Shipped' && next.includes('Delivered') && <Deliver adminOrder={adminOrder} transition={transition} />}
      {next
        .filter((to) => !withOwnForm.includes(to))
        .map((to) => (
          <MarkAs key={to} to={to} transition={transition} />
        ))}
      {children}
      <div className="-mb-2 grid empty:hidden">
        <HandOver adminOrder={adminOrder} isOffered={from === 'Confirmed' && next.includes('Delivered')} />
        <ChangeShipment adminOrder={adminOrder} />
        <Refuse adminOrder={adminOrder} isOffered={from === 'Shipped' && next.includes('Returned')} />
        <ReturnProducts adminOrder={adminOrder} isOffered={from === 'Delivered' && canReturn} />
        <Cancel adminOrder={adminOrder} isOffered={next.includes('Canceled')} />
        <TakeBack adminOrder={adminOrder} />
      </div>
    </div>
  )
}

function MarkAs({ to, transition }: { to: OrderStatus; transition: TransitionHandler }) {
  const [busy, run] = useBusy()
  return (
    <Button busy={busy} busyText="Saving..." onClick={() => run(() => transition(to))}>
      Mark as {to.toLowerCase()}
    </Button>
  )
}

type TransitionProps = { adminOrder: WireAdminOrder; transition: TransitionHandler }

function Confirm({ adminOrder: { order, notes }, transition }: TransitionProps) {
  const { busy, change } = useChange(addOrderNote, { message: 'Unanswered call logged' })
  const unanswered = notes.filter(({ kind }) => kind === 'no-answer').length
  const logUnansweredCall = () => change({ params: { orderId: order.orderId }, body: { kind: 'no-answer' } })
  return (
    <>
      <p className="m-0 text-granite">
        Call the customer before you pack the order.
        {unanswered > 0 && ` ${unanswered} unanswered ${unanswered === 1 ? 'call' : 'calls'} so far.`}
      </p>
      <MarkAs to="Confirmed" transition={transition} />
      <Button look="line" busy={busy} busyText="Saving..." onClick={logUnansweredCall}>
        Log unanswered call
      </Button>
    </>
  )
}

const collectedAmount = (adminOrder: WireAdminOrder) => typedAmount.check(isWithin(adminOrder, owedLimit(adminOrder)))

/** The courier collects what is owed, unless staff enter less. */
function Deliver({ adminOrder, transition }: TransitionProps) {
  const { owed } = adminOrder.balance
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, run] = useBusy()
  const deliver = () => {
    if (typed === undefined) return run(() => transition('Delivered'))
    const { data, error: invalid } = collectedAmount(adminOrder).safeParse(typed)
    setError(invalid?.issues[0]?.message)
    return invalid ? Promise.resolve() : run(() => transition('Delivered', { collected: data }))
  }
  return (
    <>
      {typed !== undefined && (
        <Field
          label={amountLabel('Amount collected', adminOrder)}
          name="collected"
          inputMode="decimal"
          autoFocus
          value={typed}
          error={error}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setError(undefined)
          }}
        />
      )}
      <Button busy={busy} busyText="Saving..." onClick={() => void deliver()}>
        Mark as delivered
      </Button>
      {owed > 0 && (
        <TextButton
          onClick={() => {
            setTyped(typed === undefined ? String(owed) : undefined)
            setError(undefined)
          }}
        >
          {typed === undefined ? 'Collected less?' : `Collected all of ${orderMoney(adminOrder, owed)}`}
        </TextButton>
      )}
    </>
  )
}

type OfferedProps = { adminOrder: WireAdminOrder; isOffered: boolean }

const move = ({ order: { orderId } }: WireAdminOrder, from: OrderStatus, to: OrderStatus, input: TransitionInput) =>
  callAuthenticated(changeOrderStatus, { params: { orderId }, body: { from, to, ...input } })

function HandOver({ adminOrder, isOffered }: OfferedProps) {
  const { order, balance } = adminOrder
  return (
    <OrderDialog
      adminOrder={adminOrder}
      isOffered={isOffered}
      trigger={<TextButton>Hand over in the shop</TextButton>}
      title="Hand over in the shop"
      text="The customer takes the products with them. The order is delivered without a courier, and its invoice is issued."
      action="Mark as handed over"
      schema={z.object({ collected: collectedAmount(adminOrder) })}
      send={({ collected }) => move(adminOrder, 'Confirmed', 'Delivered', { collected })}
      message={`Order ${order.orderNumber} handed over in the shop`}
    >
      {(errors) => (
        <Field
          label={amountLabel('Amount paid now', adminOrder)}
          name="collected"
          inputMode="decimal"
          defaultValue={String(balance.owed)}
          error={errors.collected}
        />
      )}
    </OrderDialog>
  )
}

const messageSchema = z.object({ message: optionalText(1000) })

function MessageField({ errors }: { errors: Partial<Record<string, string>> }) {
  return (
    <TextArea label="Message to customer" name="message" rows={2} maxLength={1000} optional error={errors.message} />
  )
}

function Refuse({ adminOrder, isOffered }: OfferedProps) {
  return (
    <OrderDialog
      adminOrder={adminOrder}
      isOffered={isOffered}
      trigger={<TextButton>Mark as refused</TextButton>}
      title="Mark this order as refused?"
      text="The parcel came back as a whole. The order gets the status Returned, its invoice is credited, and the customer receives an email."
      action="Mark as refused"
      schema={z.extend(messageSchema, { restock: z.optional(z.string()) })}
      send={({ message, restock }) =>
        move(adminOrder, 'Shipped', 'Returned', { message, restock: restock !== undefined })
      }
      message={`Order ${adminOrder.order.orderNumber} marked as refused`}
    >
      {(errors) => (
        <>
          <label className="mb-2 inline-flex min-h-target items-center gap-3">
            <input className="check" type="checkbox" name="restock" defaultChecked />
            Put the products back in stock
          </label>
          <MessageField errors={errors} />
        </>
      )}
    </OrderDialog>
  )
}

function Cancel({ adminOrder, isOffered }: OfferedProps) {
  const { order, balance } = adminOrder
  const from = statusOf(order.payment.status)
  return (
    <OrderDialog
      adminOrder={adminOrder}
      isOffered={isOffered}
      trigger={<TextButton>Cancel order</TextButton>}
      title="Cancel this order?"
      text={`The order will not be shipped. Its items go back into stock and the customer receives an email.${
        balance.netPaid > 0 ? ` You then have ${orderMoney(adminOrder, balance.netPaid)} to refund.` : ''
      }`}
      action="Cancel order"
      cancel="Keep order"
      schema={messageSchema}
      send={({ message }) => move(adminOrder, from, 'Canceled', { message })}
      message={`Order ${order.orderNumber} marked as canceled`}
    >
      {(errors) => <MessageField errors={errors} />}
    </OrderDialog>
  )
}
