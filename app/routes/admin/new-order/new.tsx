import { href, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Checkbox } from '#app/features/admin/checkbox.tsx'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { needsVariant } from '#app/features/admin/order-line.ts'
import { OrderLines } from '#app/features/admin/order-lines.tsx'
import { OrderTotals } from '#app/features/admin/order-totals.tsx'
import { sourceNames } from '#app/features/admin/source-names.ts'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, SelectField, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { placeStaffOrder } from '#modules/orders/staff-order-contract.ts'
import { type Currency, formatMoney } from '#shared/money.ts'
import { CustomerSection } from './customer.tsx'
import { bodyOf, chooseCurrency, chooseSource, type Draft, isCounterSale, newDraft, totalsOf } from './draft.ts'

const sources = ['phone', 'instagram', 'counter'] as const

export const handle: Handle = { right: 'orderChanges' }

export default function NewOrder() {
  const navigate = useNavigate()
  const { shipping: fee } = useSite()
  const toBody = (draft: Draft) => bodyOf(draft, fee)
  const editor = useDraft<WireAdminOrder, Draft>({
    name: 'new order',
    record: undefined,
    initial: () => newDraft(fee),
    draftOf: () => newDraft(fee),
    labels: {},
    displayValue: () => '',
    isRepeatable: true,
    check: { schema: placeStaffOrder.body, body: toBody },
    send: (draft) =>
      callAuthenticated(placeStaffOrder, { headers: { 'Idempotency-Key': draft.key }, body: toBody(draft) }),
    onSaved: ({ order: { orderId, orderNumber } }) => {
      toast(`Order ${orderNumber} created`, 'success')
      void navigate(href('/admin/orders/:orderId', { orderId }))
    },
  })
  const { draft, errors, set, field } = editor
  const { source, currency } = draft
  return (
    <>
      <AdminHead title="New order" back={{ to: href('/admin/orders'), title: 'Orders' }} />
      <DraftForm label="New order" className="admin-columns" editor={editor}>
        <div>
          <FormSection title="Source">
            <div className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
              <fieldset className="m-0 mb-4 flex flex-wrap gap-x-6 border-0 p-0">
                <legend className="field-label">The order came by</legend>
                {sources.map((each) => (
                  <label key={each} className="inline-flex min-h-target items-center gap-3">
                    <input
                      className="check"
                      type="radio"
                      name="source"
                      checked={each === source}
                      onChange={() => set((now) => chooseSource(each, now, fee))}
                    />
                    {sourceNames[each]}
                  </label>
                ))}
              </fieldset>
              <SelectField
                label="Currency"
                name="currency"
                value={currency}
                options={[
                  ['NPR', 'NPR'],
                  ['USD', 'USD'],
                ]}
                onSelect={(next) => set((now) => chooseCurrency(next as Currency, now, fee))}
              />
            </div>
            {source === 'counter' && (
              <Checkbox
                checked={draft.handedOver}
                onChange={(handedOver) => set({ handedOver })}
                label="Paid and handed over now"
              />
            )}
          </FormSection>
          <FormSection title="Items">
            <OrderLines lines={draft.lines} currency={currency} errors={errors} onChange={(lines) => set({ lines })} />
          </FormSection>
          <CustomerSection draft={draft} errors={errors} set={set} />
          <FormSection title="Note">
            <TextArea
              label="Note of the customer"
              optional
              rows={3}
              className="py-3"
              maxLength={500}
              {...field('note')}
            />
            <Checkbox checked={draft.isGift} onChange={(isGift) => set({ isGift })} label="This is a gift" />
          </FormSection>
        </div>
        <div className="lg:sticky lg:top-5">
          <FormSection title="Total">
            <Field
              label={`Discount (${currency})`}
              inputMode="decimal"
              optional
              autoComplete="off"
              {...field('discount')}
            />
            <Field
              label={`Shipping fee (${currency})`}
              inputMode="decimal"
              autoComplete="off"
              {...field('shipping')}
              error={errors['shipping.npr'] ?? errors['shipping.usd']}
            />
            <Totals draft={draft} />
          </FormSection>
          <Submit draft={draft} busy={editor.busy} />
        </div>
      </DraftForm>
    </>
  )
}

function Totals({ draft }: { draft: Draft }) {
  const { subtotal, discount, shipping, total } = totalsOf(draft)
  const money = (amount: number) => formatMoney(amount, draft.currency)
  return (
    <OrderTotals
      subtotal={money(subtotal)}
      discount={discount === 0 ? '' : money(-discount)}
      shipping={money(shipping)}
      total={money(total)}
    />
  )
}

function Submit({ draft, busy }: { draft: Draft; busy: boolean }) {
  const missing = draft.lines.find(needsVariant)
  return (
    <div className="grid gap-2">
      <Button type="submit" busy={busy} busyText="Saving..." disabled={missing !== undefined}>
        {isCounterSale(draft) ? 'Complete sale' : 'Create order'}
      </Button>
      <p className="t-note m-0 text-granite">
        {missing
          ? `Choose a variant of ${missing.name}.`
          : isCounterSale(draft)
            ? 'The order is delivered and paid at once.'
            : 'The order is confirmed at once: you have spoken with the customer.'}
      </p>
    </div>
  )
}
