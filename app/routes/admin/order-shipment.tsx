import { useState } from 'react'
import { href, Link } from 'react-router'
import * as z from 'zod/mini'
import { useCan } from '#app/features/admin/use-can.ts'
import { errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { readLastCourier, storeLastCourier } from '#app/state/last-courier.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { listCouriers } from '#modules/couriers/contract.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { changeShipment } from '#modules/orders/change-contract.ts'
import { rightToChangeShipment, statusOf } from '#modules/orders/statuses.ts'
import { integerIdFromText, optionalLine } from '#shared/fields.ts'
import { OrderDialog, TextButton } from './order-dialog.tsx'

const shipmentSchema = z.object({
  courierId: integerIdFromText('Please choose a courier.'),
  trackingNumber: optionalLine(80),
})

/** Couriers to choose from, with the current one even if it is no longer in use. */
function useCouriers(current: number | null) {
  const { data } = useAdminQuery(listCouriers, {})
  return data?.filter(({ id, isActive }) => isActive || id === current)
}

type CourierFieldsProps = {
  current: number | null
  trackingNumber?: string
  errors: Partial<Record<string, string>>
}

function CourierFields({ current, trackingNumber = '', errors }: CourierFieldsProps) {
  const couriers = useCouriers(current)
  const [chosen, setChosen] = useState<string>()
  if (couriers?.length === 0) return <NoCouriers />
  const fallback = current === null ? readLastCourier() : String(current)
  const isListed = couriers?.some(({ id }) => String(id) === fallback)
  return (
    <>
      <SelectField
        label="Courier"
        name="courierId"
        value={chosen ?? (isListed ? fallback : '')}
        onSelect={setChosen}
        placeholder="Choose a courier"
        options={(couriers ?? []).map(({ id, name }) => [String(id), name])}
        required
        error={errors.courierId}
      />
      <Field
        label="Tracking number"
        name="trackingNumber"
        autoComplete="off"
        maxLength={80}
        defaultValue={trackingNumber}
        optional
        error={errors.trackingNumber}
      />
    </>
  )
}

function NoCouriers() {
  const canAdd = useCan('settings')
  return (
    <p className="m-0 mb-3">
      Add a courier in Settings first.{' '}
      {canAdd ? (
        <Link className="text-link inline-flex min-h-target items-center" to={href('/admin/settings/couriers')}>
          Add courier
        </Link>
      ) : (
        'Ask a manager or an owner of the shop to do it.'
      )}
    </p>
  )
}

type ShipProps = { onShip: (shipment: z.output<typeof shipmentSchema>) => Promise<unknown> }

export function ShipForm({ onShip }: ShipProps) {
  const couriers = useCouriers(null)
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: shipmentSchema,
    send: (shipment) => {
      storeLastCourier(shipment.courierId)
      return onShip(shipment)
    },
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <form className="grid gap-1" aria-label="Shipment" noValidate onSubmit={onSubmit} onInput={onInput}>
      <CourierFields current={null} errors={errors} />
      {couriers?.length !== 0 && (
        <Button type="submit" busy={sending} busyText="Saving...">
          Mark as shipped
        </Button>
      )}
    </form>
  )
}

/** Courier and tracking number can be changed at any time after shipping. */
export function ChangeShipment({ adminOrder }: { adminOrder: WireAdminOrder }) {
  const { order, version, courierId, balance } = adminOrder
  const { orderId, orderNumber, shipment } = order
  const canChange = useCan(rightToChangeShipment(statusOf(order.payment.status)))
  return (
    <OrderDialog
      adminOrder={adminOrder}
      isOffered={shipment !== null && canChange}
      trigger={<TextButton>Change shipment</TextButton>}
      title="Change shipment"
      text={
        balance.withCourier > 0
          ? 'The cash that the courier collected moves to the new courier, too.'
          : 'The customer gets an email with the new details while the order is on its way.'
      }
      action="Save shipment"
      schema={shipmentSchema}
      send={(values) => callAuthenticated(changeShipment, { params: { orderId }, body: { version, ...values } })}
      message={`Shipment of order ${orderNumber} changed`}
    >
      {(errors) => (
        <CourierFields current={courierId} trackingNumber={shipment?.trackingNumber ?? ''} errors={errors} />
      )}
    </OrderDialog>
  )
}
