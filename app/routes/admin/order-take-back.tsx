import * as z from 'zod/mini'
import { callAuthenticated } from '#app/queries/client.ts'
import { TextArea } from '#app/ui/field.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { correctionInputSchema, takeBackChange } from '#modules/orders/change-contract.ts'
import { changeTitle, lastChange, takeBackEffects, takeBackTitle } from './order-activity.ts'
import { OrderDialog, TextButton } from './order-dialog.tsx'

const reasonSchema = z.omit(correctionInputSchema, { version: true })

export function TakeBack({ adminOrder }: { adminOrder: WireAdminOrder }) {
  const { order, version } = adminOrder
  const { orderId, orderNumber, currency } = order
  const last = lastChange(adminOrder)
  const title = last && changeTitle(last, currency)
  return (
    <OrderDialog
      adminOrder={adminOrder}
      isOffered={last !== undefined}
      trigger={<TextButton>Take back: {last && takeBackTitle(last, currency)}</TextButton>}
      title={last ? 'Take back the last change?' : 'There is nothing to take back'}
      text={
        last && (
          <>
            <p className="m-0 text-ink [overflow-wrap:anywhere]">{title}</p>
            <ul className="m-0 mt-3 grid list-disc gap-1 pl-5">
              {takeBackEffects(last).map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </>
        )
      }
      action="Take back"
      schema={reasonSchema}
      send={({ reason }) => callAuthenticated(takeBackChange, { params: { orderId }, body: { version, reason } })}
      message={`Order ${orderNumber}: change taken back`}
      isCorrection
    >
      {(errors) => <TextArea label="Reason" name="reason" rows={2} maxLength={500} required error={errors.reason} />}
    </OrderDialog>
  )
}
