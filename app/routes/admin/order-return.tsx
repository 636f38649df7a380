import { useState } from 'react'
import * as z from 'zod/mini'
import { QuantityField } from '#app/features/admin/quantity-field.tsx'
import { LinePicture } from '#app/features/cart/line.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { Field, SelectField, TextArea } from '#app/ui/field.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { returnInputSchema, returnProducts } from '#modules/orders/change-contract.ts'
import { OrderDialog, TextButton } from './order-dialog.tsx'
import {
  amountLabel,
  isWithin,
  orderMoney,
  paidLimit,
  refundFor,
  refundNotice,
  returnedAfter,
  typedAmount,
} from './order-money.ts'

type Item = WireAdminOrder['order']['orderItems'][number]
type Methods = 'cash' | 'transfer'
export const methodOptions = [
  ['cash', 'Cash'],
  ['transfer', 'Bank transfer'],
] as const

const leftOf = ({ quantity, returnedQuantity }: Item) => quantity - returnedQuantity

const formFields = z.extend(z.pick(returnInputSchema, { reason: true }), {
  chosen: z.string().check(z.minLength(1, 'Please choose what came back.')),
})

/** What follows from the amount that is typed. */
export function RefundNotice({ text }: { text: string }) {
  return (
    <p className="t-note col-span-full m-0 mb-3 text-error empty:hidden" role="status">
      {text}
    </p>
  )
}

/** What came back, by product and quantity, and the money that goes back. */
export function ReturnProducts({ adminOrder, isOffered }: { adminOrder: WireAdminOrder; isOffered: boolean }) {
  const { order, version, balance } = adminOrder
  const { orderId, orderNumber } = order
  const [returning, setReturning] = useState<ReadonlyMap<number, number>>(new Map())
  const [discarded, setDiscarded] = useState<ReadonlySet<number>>(new Set())
  const [keepsShipping, setKeepsShipping] = useState(false)
  const [typedRefund, setTypedRefund] = useState<string>()
  const [method, setMethod] = useState<Methods>('cash')
  const items = order.orderItems.filter((item) => leftOf(item) > 0)
  const chosen = items.flatMap((item) => {
    const quantity = Math.min(returning.get(item.position) ?? 0, leftOf(item))
    return quantity > 0 ? [{ position: item.position, quantity, restock: !discarded.has(item.position) }] : []
  })
  const isAll = items.every(
    (item) => chosen.find(({ position }) => position === item.position)?.quantity === leftOf(item),
  )
  const quantities = new Map(chosen.map(({ position, quantity }) => [position, quantity]))
  const returned = chosen.length > 0 ? returnedAfter(adminOrder, quantities, isAll && keepsShipping) : undefined
  const refund = returned === undefined ? 0 : refundFor(adminOrder, returned)
  const reset = () => {
    setReturning(new Map())
    setDiscarded(new Set())
    setKeepsShipping(false)
    setTypedRefund(undefined)
  }
  return (
    <OrderDialog
      adminOrder={adminOrder}
      isOffered={isOffered}
      trigger={<TextButton>Return products</TextButton>}
      title="Return products"
      text="Enter what came back. A credit note is issued for it."
      action="Return products"
      schema={z.extend(formFields, { amount: typedAmount.check(isWithin(adminOrder, paidLimit(adminOrder))) })}
      onOpen={reset}
      send={({ reason, amount }) =>
        callAuthenticated(returnProducts, {
          params: { orderId },
          body: {
            version,
            lines: chosen,
            reason,
            keepShipping: isAll && keepsShipping,
            ...(amount > 0 && { refund: { amount, method } }),
          },
        })
      }
      message={`Return of order ${orderNumber} recorded`}
    >
      {(errors, clearRefusal) => (
        <>
          <input type="hidden" name="chosen" value={chosen.length || ''} />
          <ul className="mb-3" aria-label="Products to return">
            {items.map((item) => (
              <ReturnLine
                key={item.position}
                item={item}
                quantity={returning.get(item.position) ?? 0}
                isRestocked={!discarded.has(item.position)}
                onQuantity={(quantity) => {
                  setReturning(new Map(returning).set(item.position, quantity))
                  clearRefusal()
                }}
                onRestock={(isRestocked) => {
                  const next = new Set(discarded)
                  if (isRestocked) next.delete(item.position)
                  else next.add(item.position)
                  setDiscarded(next)
                }}
              />
            ))}
          </ul>
          {chosen.length === 0 && errors.chosen && (
            <p className="field-message is-error m-0 mb-3" role="alert">
              {errors.chosen}
            </p>
          )}
          {!isAll && (
            <div className="mb-2">
              <TextButton onClick={() => setReturning(new Map(items.map((item) => [item.position, leftOf(item)])))}>
                Everything came back
              </TextButton>
            </div>
          )}
          {isAll && balance.total > 0 && (order.shippingFee > 0 || order.shippingFeeInUSD > 0) && (
            <label className="mb-2 inline-flex min-h-target items-center gap-3">
              <input
                className="check"
                type="checkbox"
                checked={keepsShipping}
                onChange={({ target }) => setKeepsShipping(target.checked)}
              />
              Keep the shipping fee
            </label>
          )}
          <TextArea label="Reason" name="reason" rows={2} maxLength={500} required error={errors.reason} />
          {balance.netPaid > 0 ? (
            <div className="grid gap-x-4 sm:grid-cols-2">
              <Field
                label={amountLabel('Refund', adminOrder)}
                name="amount"
                inputMode="decimal"
                value={typedRefund ?? String(refund)}
                error={errors.amount}
                onChange={({ currentTarget }) => setTypedRefund(currentTarget.value)}
              />
              <SelectField
                label="Refunded by"
                name="method"
                value={method}
                options={methodOptions}
                onSelect={(value) => setMethod(value as Methods)}
              />
              <RefundNotice text={refundNotice(adminOrder, typedRefund ?? String(refund), returned)} />
              <p className="t-note col-span-full m-0 mb-3 text-granite">
                At most {orderMoney(adminOrder, balance.netPaid)}, which the customer has paid. Enter 0 to refund later.
              </p>
            </div>
          ) : (
            <input type="hidden" name="amount" value="0" />
          )}
        </>
      )}
    </OrderDialog>
  )
}

type ReturnLineProps = {
  item: Item
  quantity: number
  isRestocked: boolean
  onQuantity: (quantity: number) => void
  onRestock: (isRestocked: boolean) => void
}

function ReturnLine({ item, quantity, isRestocked, onQuantity, onRestock }: ReturnLineProps) {
  const name = item.attributeValue ? `${item.productName} (${item.attributeValue})` : item.productName
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-rule border-b py-3">
      <LinePicture url={item.productImage} />
      <span className="text-[.9375rem] max-sm:col-span-2">
        {name}
        <span className="t-note block text-granite">
          {leftOf(item)} of {item.quantity} with the customer
        </span>
      </span>
      <span className="max-sm:col-span-2 max-sm:col-start-2">
        <QuantityField
          label={`quantity of ${name}`}
          value={quantity}
          min={0}
          max={leftOf(item)}
          onChange={onQuantity}
        />
      </span>
      {quantity > 0 && (
        <label className="col-span-2 col-start-2 inline-flex min-h-target items-center gap-3 text-[.9375rem]">
          <input
            className="check"
            type="checkbox"
            checked={isRestocked && item.isFromStock}
            disabled={!item.isFromStock}
            onChange={({ target }) => onRestock(target.checked)}
          />
          {item.isFromStock ? 'Put back in stock' : 'Made to order: not put in stock'}
          <span className="sr-only"> {name}</span>
        </label>
      )}
    </li>
  )
}
