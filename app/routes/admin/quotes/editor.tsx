import type { ReactNode } from 'react'
import { href } from 'react-router'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { FindProduct } from '#app/features/admin/find-product.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { newKey } from '#app/features/admin/new-key.ts'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { longDate } from '#app/lib/dates.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { createQuote, type QuoteRecord, updateQuote } from '#modules/quotes/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { bodyOf, type Draft, type DraftLine, draftOf, totalOf } from './draft.ts'
import { QuoteLine } from './line.tsx'

type Props = {
  /** The draft of a new quote. */
  initial?: () => Draft
  record?: QuoteRecord
  enquiryId?: string | null
  onSaved: (record: QuoteRecord, isChanged: boolean) => unknown
  /** Called when the form gets or loses unsaved changes. */
  onChanged?: (isChanged: boolean) => void
  children?: ReactNode
}

const tiersAsText = ({ tiers, unit }: DraftLine) =>
  tiers
    .map(({ from, usd, npr }) => `from ${from}: Rs ${npr}, $ ${usd} per ${unit === 'kilo' ? 'kg' : 'item'}`)
    .join('; ')
const linesAsText = ({ lines }: Draft) =>
  lines
    .map((line) => `${line.quantity} × ${line.name}${line.fromStock ? ' from stock' : ''}, ${tiersAsText(line)}`)
    .join('\n')

const labels = {
  name: 'Name',
  email: 'Email',
  validUntil: 'Valid until',
  note: 'Note',
  shippingNpr: 'Shipping (NPR)',
  shippingUsd: 'Shipping (USD)',
  depositNpr: 'Deposit (NPR)',
  depositUsd: 'Deposit (USD)',
  lines: 'Products',
} as const

function displayValue(draft: Draft, key: keyof typeof labels): string {
  if (key === 'lines') return linesAsText(draft)
  return key === 'validUntil' && draft.validUntil ? longDate(draft.validUntil) : draft[key]
}

export function QuoteEditor({ initial, record: initialRecord, enquiryId = null, onSaved, onChanged, children }: Props) {
  const editor = useDraft<QuoteRecord, Draft>({
    name: `quote ${initialRecord?.quoteId ?? `for enquiry ${enquiryId}`}`,
    ...(initial && { initial }),
    record: initialRecord,
    draftOf,
    labels,
    displayValue,
    check: { schema: createQuote.body, body: bodyOf },
    send: (values, stored) =>
      stored
        ? callAuthenticated(updateQuote, {
            params: { quoteId: stored.quoteId },
            body: { ...bodyOf(values), version: stored.version },
          })
        : callAuthenticated(createQuote, { body: { ...bodyOf(values), enquiryId } }),
    listUrl: href('/admin/quotes'),
    onSaved: (stored, isChanged) => {
      toast(`Quote ${stored.quoteNumber} saved`, 'success')
      onSaved(stored, isChanged)
    },
    onChanged,
  })
  const { record, draft, busy, errors, isSaved, set, field } = editor
  const setLine = (index: number, changes: Partial<DraftLine>) =>
    set({ lines: draft.lines.map((line, at) => (at === index ? { ...line, ...changes } : line)) })

  return (
    <DraftForm label="Quote" className="admin-columns" editor={editor}>
      <div>
        <FormSection
          title="Products"
          hint="Add price tiers for larger quantities. The last tier that the quantity reaches applies."
        >
          <ul className="mb-5 grid gap-5" aria-label="Products in this quote">
            {draft.lines.map((line, index) => (
              <li key={line.key} className="border-rule border-b pb-5">
                <QuoteLine
                  line={line}
                  position={index + 1}
                  errors={errors}
                  change={(changes) => setLine(index, changes)}
                  remove={() => set({ lines: draft.lines.toSpliced(index, 1) })}
                />
              </li>
            ))}
          </ul>
          <FindProduct
            label="Add product"
            error={errors.lines}
            onSelect={({ productId, name, currentPriceInUSD, currentPrice }) =>
              set({
                lines: [
                  ...draft.lines,
                  {
                    key: newKey(),
                    productId,
                    name,
                    attributeId: null,
                    unit: 'piece',
                    quantity: '10',
                    fromStock: false,
                    tiers: [{ key: newKey(), from: '1', usd: String(currentPriceInUSD), npr: String(currentPrice) }],
                  },
                ],
              })
            }
          />
        </FormSection>
        <FormSection title="Note to customer">
          <TextArea label="Note" optional rows={4} className="py-3" maxLength={2000} {...field('note')} />
        </FormSection>
      </div>
      <div className="lg:sticky lg:top-5">
        <FormSection title="Customer">
          <Field label="Name" {...field('name')} />
          <Field label="Email" type="email" {...field('email')} />
          <Field label="Valid until" type="date" {...field('validUntil')} />
        </FormSection>
        <FormSection title="Shipping and total">
          <div className="grid grid-cols-2 gap-x-4">
            <Field label="Shipping (NPR)" inputMode="decimal" {...field('shippingNpr')} error={errors.shippingFee} />
            <Field
              label="Shipping (USD)"
              inputMode="decimal"
              {...field('shippingUsd')}
              error={errors.shippingFeeInUSD}
            />
          </div>
          <Total draft={draft} />
        </FormSection>
        <FormSection title="Deposit" hint="Due before you begin. Leave both empty for no deposit.">
          <div className="grid grid-cols-2 gap-x-4">
            <Field label="Deposit (NPR)" inputMode="decimal" optional {...field('depositNpr')} error={errors.deposit} />
            <Field
              label="Deposit (USD)"
              inputMode="decimal"
              optional
              {...field('depositUsd')}
              error={errors.depositInUSD}
            />
          </div>
        </FormSection>
        <Button
          type="submit"
          look={isSaved && record?.status === 'draft' ? 'line' : 'ink'}
          busy={busy}
          busyText="Saving..."
        >
          {record ? 'Save quote' : 'Save draft'}
        </Button>
        {isSaved ? children : <p className="t-note m-0">Save the quote before you send it.</p>}
      </div>
    </DraftForm>
  )
}

function Total({ draft }: { draft: Draft }) {
  const { usd, npr } = totalOf(draft)
  return (
    <p className="t-h4 t-price m-0">
      {formatMoney(npr, 'NPR')}
      <span className="block text-granite text-[.9375rem]">{formatMoney(usd, 'USD')}</span>
    </p>
  )
}
