import { useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { useAdminQuery, useChange } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { listCouriers } from '#modules/couriers/contract.ts'
import { type BulkResult, changeManyOrders, takeBackChange } from '#modules/orders/change-contract.ts'

type Props = {
  /** The status of the list; '' if it shows all. */
  status: string
  orderIds: readonly string[]
  onDone: () => void
}

/** What can be done with the selected orders. */
export function BulkBar({ status, orderIds, onDone }: Props) {
  const { revalidate } = useRevalidator()
  const count = orderIds.length === 1 ? '1 order' : `${orderIds.length} orders`
  const { busy, change } = useChange(changeManyOrders, {
    action: ({ body }) => `${body.to === 'Shipped' ? 'Ship' : 'Confirm'} ${count}`,
  })
  const run = async (to: 'Confirmed' | 'Shipped', courierId?: number) => {
    const result = await change({ body: { to, orderIds: [...orderIds], ...(courierId ? { courierId } : {}) } })
    if (!result) return
    showResult(result, to, () => undo(result))
    onDone()
  }
  const undo = async ({ changed }: BulkResult) => {
    try {
      for (const { orderId, version } of changed)
        await callAuthenticated(takeBackChange, { params: { orderId }, body: { version, reason: 'Undone' } })
      toast(`${changed.length === 1 ? 'The change was' : 'The changes were'} taken back`, 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    await revalidate()
  }
  const printUrl = (paper: string) =>
    `${href('/admin/print-orders')}?${new URLSearchParams([['paper', paper], ...orderIds.map((id) => ['id', id])])}`
  return (
    <section
      className="admin-actions flex-wrap items-end justify-start gap-x-4 gap-y-2 max-sm:[&_.btn]:px-4"
      aria-label="Selected orders"
    >
      <p className="m-0 inline-flex min-h-target items-center font-medium max-sm:-order-1 max-sm:flex-1" role="status">
        {count} selected
      </p>
      {status === 'Pending' && (
        <Button busy={busy} busyText="Saving..." onClick={() => run('Confirmed')}>
          Confirm {count}
        </Button>
      )}
      {status === 'Confirmed' && (
        <ShipMany busy={busy} count={count} onShip={(courierId) => run('Shipped', courierId)} />
      )}
      <Link className="btn btn-line" to={printUrl('slips')} target="_blank">
        Print packing slips
      </Link>
      <Link className="btn btn-line" to={printUrl('labels-a4')} target="_blank">
        Print labels
      </Link>
      <button type="button" className="btn-text max-sm:-order-1" onClick={onDone}>
        <span>Clear selection</span>
      </button>
    </section>
  )
}

type ShipManyProps = { busy: boolean; count: string; onShip: (courierId: number) => void }

function ShipMany({ busy, count, onShip }: ShipManyProps) {
  const { data: couriers = [] } = useAdminQuery(listCouriers, {})
  const [courierId, setCourierId] = useState('')
  return (
    <div className="flex flex-wrap items-end gap-3 [&_.field-message]:hidden [&_.field]:m-0">
      <SelectField
        label="Courier"
        name="courierId"
        value={courierId}
        onSelect={setCourierId}
        placeholder="Choose a courier"
        options={couriers.filter(({ isActive }) => isActive).map(({ id, name }) => [String(id), name])}
      />
      <Button busy={busy} busyText="Saving..." disabled={courierId === ''} onClick={() => onShip(Number(courierId))}>
        Ship {count}
      </Button>
    </div>
  )
}

function showResult({ changed, refused }: BulkResult, to: string, undo: () => unknown) {
  for (const { orderNumber, message } of refused) toast(`${orderNumber}: ${message}`, 'error')
  if (changed.length === 0) return
  const text = `${changed.length === 1 ? '1 order' : `${changed.length} orders`} marked as ${to.toLowerCase()}`
  toast(text, 'success', { action: { label: 'Undo', run: undo }, subjects: changed.map(({ orderId }) => orderId) })
}
