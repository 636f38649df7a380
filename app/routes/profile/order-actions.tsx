import { useState } from 'react'
import { Link } from 'react-router'
import type { WireOrder } from '#app/features/order/order.ts'
import { invoiceUrl } from '#app/features/order/order-urls.ts'
import { errorMessage, isOutcomeUnknown } from '#app/lib/api.ts'
import { callCart } from '#app/queries/cart.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { reloadOrders } from '#app/queries/orders.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { cancelOrder, type ReorderShortage, reorder } from '#modules/orders/contract.ts'
import { isSettled, statusOf } from '#modules/orders/statuses.ts'

export function OrderActions({ order }: { order: WireOrder }) {
  const hasInvoice = ['Shipped', 'Delivered', 'Returned'].includes(statusOf(order.payment.status))
  return (
    <div className="mt-6 grid gap-3">
      {isSettled(statusOf(order.payment.status)) && <OrderAgain order={order} />}
      <div className="flex flex-wrap justify-between gap-x-6">
        <Link className="btn-text" to={invoiceUrl(order.orderId)}>
          <span>{hasInvoice ? 'Invoice' : 'Order confirmation'}</span>
        </Link>
        {order.canCancel && <CancelOrder order={order} />}
      </div>
    </div>
  )
}

function OrderAgain({ order }: { order: WireOrder }) {
  const [busy, run] = useBusy()
  const [missing, setMissing] = useState<ReorderShortage[]>([])

  const orderAgain = async () => {
    let leftOut: ReorderShortage[] = []
    try {
      await callCart(async () => {
        const response = await callAuthenticated(reorder, { params: { orderId: order.orderId } })
        leftOut = response.leftOut
        return response.cart
      })
      setMissing(leftOut)
      if (leftOut.length === order.orderItems.length && leftOut.every(({ added }) => added === 0))
        return toast('None of these products is available today', 'info')
      toast('Cart updated successfully', 'success')
      if (leftOut.length === 0) openOverlay('cart')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
  }

  return (
    <>
      {missing.length > 0 && (
        <AlertNote tone="info">
          <p className="m-0">Some products are no longer available as ordered:</p>
          <ul className="m-0 mt-1 pl-5">
            {missing.map((item) => (
              <li key={`${item.productName} ${item.attributeValue}`}>{leftOutText(item)}</li>
            ))}
          </ul>
        </AlertNote>
      )}
      <Button busy={busy} onClick={() => run(orderAgain)}>
        Order again
      </Button>
    </>
  )
}

function leftOutText({ productName, attributeValue, requested, added, reason }: ReorderShortage): string {
  const name = attributeValue ? `${productName} (${attributeValue})` : productName
  if (reason === 'gone') return `${name} is no longer sold.`
  if (reason === 'soldOut' || added === 0) return `${name} is sold out.`
  return `${name}: ${added} instead of ${requested}.`
}

const cancelUnknown = 'The connection was lost. We do not know whether your order was canceled. Reload the page to see.'

function CancelOrder({ order: { orderId, orderNumber } }: { order: WireOrder }) {
  const cancel = async () => {
    try {
      await callAuthenticated(cancelOrder, { params: { orderId } })
      toast('Order canceled', 'success')
    } catch (error) {
      toast(isOutcomeUnknown(error) ? cancelUnknown : errorMessage(error), 'error')
    }
    void reloadOrders()
  }

  return (
    <ConfirmButton
      title="Cancel this order?"
      trigger={
        <button type="button" className="btn-text">
          <span>Cancel order</span>
        </button>
      }
      text={`Order ${orderNumber} will not be shipped. This cannot be undone.`}
      action="Cancel order"
      busyText="Canceling..."
      cancel="Keep order"
      onConfirm={cancel}
    />
  )
}
