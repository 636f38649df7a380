import { href, Link, useNavigate, useRevalidator } from 'react-router'
import { AddressFields } from '#app/features/address/fields.tsx'
import { FollowedAddress } from '#app/features/address/followed-address.tsx'
import { addressErrors, addressValues } from '#app/features/address/typed-address.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { needsVariant } from '#app/features/admin/order-line.ts'
import { OrderLines } from '#app/features/admin/order-lines.tsx'
import { OrderTotals } from '#app/features/admin/order-totals.tsx'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { ApiError } from '#app/lib/api.ts'
import type { Handle } from '#app/lib/handle.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { getAdminOrder, type WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { editOrder, orderEditSchema } from '#modules/orders/change-contract.ts'
import { statusOf } from '#modules/orders/statuses.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/order-edit'
import { useUndo } from './order-dialog.tsx'
import { bodyOf, type Draft, draftOf, hasSameContent, merging, totalsOf } from './order-edit-draft.ts'

export const handle: Handle = { right: 'orderChanges' }

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getAdminOrder, { params })
}

const isEditable = ({ order }: WireAdminOrder) => ['Pending', 'Confirmed'].includes(statusOf(order.payment.status))

export default function EditOrder({ loaderData: adminOrder }: Route.ComponentProps) {
  const { orderId, orderNumber } = adminOrder.order
  const to = href('/admin/orders/:orderId', { orderId })
  return (
    <>
      <AdminHead title={`Edit order ${orderNumber}`} back={{ to, title: `Order ${orderNumber}` }} />
      <OrderEditor key={orderId} adminOrder={adminOrder} />
    </>
  )
}

function OrderEditor({ adminOrder }: { adminOrder: WireAdminOrder }) {
  const { orderId, orderNumber, currency } = adminOrder.order
  const to = href('/admin/orders/:orderId', { orderId })
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const undo = useUndo(adminOrder)
  const editor = useDraft<WireAdminOrder, Draft>({
    name: `order ${orderId}`,
    record: adminOrder,
    draftOf,
    ...merging,
    send: async (draft, record = adminOrder) => {
      const save = (from: WireAdminOrder) =>
        callAuthenticated(editOrder, { params: { orderId }, body: bodyOf(draft, from) })
      try {
        return await save(record).catch((error) => {
          const current = error instanceof ApiError && (error.current as WireAdminOrder | undefined)
          if (current && isEditable(current) && hasSameContent(current, record)) return save(current)
          throw error
        })
      } catch (error) {
        // The customer may have canceled the order.
        void revalidate()
        throw error
      }
    },
    check: { schema: orderEditSchema, body: (draft, record = adminOrder) => bodyOf(draft, record) },
    onSaved: (saved, isChanged) => {
      const action = { label: 'Undo', run: () => undo(saved) }
      toast(`Order ${orderNumber} changed`, 'success', { action, subjects: [orderId] })
      if (!isChanged) void navigate(to)
    },
  })
  const { record = adminOrder, draft, busy, errors, isSaved, set, field } = editor
  const { subtotal, discount, shipping, total } = totalsOf(draft, record)
  const money = (amount: number) => formatMoney(amount, currency)
  const before = fromWire(currency === 'NPR' ? record.order.totalAmount : record.order.totalPriceInUSD)
  const missing = draft.lines.find(needsVariant)

  const canEdit = isEditable(adminOrder)
  const notice = !canEdit && <NotEditable adminOrder={adminOrder} to={to} />
  if (!canEdit && isSaved) return notice
  return (
    <>
      {notice}
      <DraftForm label="Order" className="" editor={canEdit ? editor : { ...editor, conflict: undefined }}>
        <div className="admin-columns">
          <div>
            <FormSection
              title="Items"
              hint="Products that stay keep their price. New products have the price of today."
            >
              <OrderLines
                lines={draft.lines}
                currency={currency}
                errors={errors}
                onChange={(lines) => set({ lines })}
              />
            </FormSection>
            <FormSection title="Delivery address">
              <FollowedAddress key={record.version} address={draft.address} onChange={(address) => set({ address })}>
                <AddressFields values={addressValues(draft.address)} errors={addressErrors(errors)} isEnteredByStaff />
              </FollowedAddress>
            </FormSection>
          </div>
          <div className="lg:sticky lg:top-5">
            <FormSection title="Total">
              <OrderTotals
                subtotal={money(subtotal)}
                discountLabel={record.order.discountCode ? `Discount (${record.order.discountCode})` : 'Discount'}
                discount={discount === 0 ? '' : money(-discount)}
                shipping={money(shipping)}
                total={money(total)}
              />
            </FormSection>
            <FormSection
              title="Note and reason"
              hint="The customer gets an email with the new total if products or address change."
            >
              <TextArea
                label="Note of the customer"
                optional
                rows={3}
                className="py-3"
                maxLength={1000}
                {...field('note')}
              />
              <TextArea
                label="Reason for the change"
                optional
                rows={2}
                className="py-3"
                maxLength={500}
                {...field('reason')}
              />
            </FormSection>
          </div>
        </div>
        <div className="admin-actions mt-5 flex-wrap items-center gap-x-6 gap-y-2">
          {missing && (
            <p className="field-message is-error m-0 basis-full">Please choose a variant of {missing.name}.</p>
          )}
          <p className="t-price m-0 flex-1 text-[1.125rem]" aria-live="polite">
            <span className="t-note block text-granite">New total</span>
            {total !== before && (
              <>
                <s className="text-granite">{money(before)}</s>
                <span aria-hidden="true"> → </span>
                <span className="sr-only"> becomes </span>
              </>
            )}
            {money(total)}
          </p>
          <Button
            type="submit"
            busy={busy}
            busyText="Saving..."
            disabled={!canEdit || isSaved || missing !== undefined}
          >
            Save order
          </Button>
        </div>
      </DraftForm>
    </>
  )
}

/** Shown also when the customer cancels the order, or a colleague ships it, while it is edited. */
function NotEditable({ adminOrder: { order }, to }: { adminOrder: WireAdminOrder; to: string }) {
  return (
    <div className="admin-notice" role="alert">
      <p className="m-0">This order is {statusOf(order.payment.status)} and can no longer be changed.</p>
      <Link className="text-link inline-flex min-h-target items-center" to={to}>
        Back to the order
      </Link>
    </div>
  )
}
