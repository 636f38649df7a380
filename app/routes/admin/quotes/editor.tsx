import { type ReactNode, useEffect } from 'react'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { QuoteRecord } from '#modules/quotes/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { FindProduct } from '../ui/find-product.tsx'
import { Leaving } from '../ui/leaving.tsx'
import { Merge } from '../ui/merge.tsx'
import { Part } from '../ui/part.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { bodyOf, type Draft, type DraftLine, draftOf, newKey, sumOf } from './draft.ts'
import { QuoteLine } from './line.tsx'

type Props = {
  first: Draft
  record?: QuoteRecord
  enquiryId?: string | null
  onSaved: (record: QuoteRecord) => void
  /** Hears whether something is typed that is not saved. */
  onChanged?: (isChanged: boolean) => void
  children?: ReactNode
}

const steps = ({ tiers, unit }: DraftLine) =>
  tiers.map(({ from, usd, npr }) => `from ${from}: $ ${usd}, Rs ${npr} a ${unit}`).join('; ')
const linesAsText = ({ lines }: Draft) =>
  lines
    .map((line) => `${line.quantity} × ${line.name}${line.fromStock ? ' from the shelf' : ''}, ${steps(line)}`)
    .join('\n')

const labels = {
  name: 'For',
  email: 'Email',
  validUntil: 'Valid until',
  note: 'Note',
  shippingUsd: 'Shipping, dollars',
  shippingNpr: 'Shipping, rupees',
  lines: 'Lines',
} as const

export function QuoteEditor({ first, record: given, enquiryId = null, onSaved, onChanged, children }: Props) {
  const { record, draft, busy, errors, isSaved, set, field, merging, form } = useDraft<QuoteRecord, Draft>({
    first,
    record: given,
    draftOf,
    labels,
    inWords: (said, key) => (key === 'lines' ? linesAsText(said) : said[key]),
    send: (said, known) =>
      callAsCustomer<QuoteRecord>(known ? `/admin/quotes/${known.quoteId}` : '/admin/quotes', {
        method: known ? 'PUT' : 'POST',
        body: known ? { ...bodyOf(said), version: known.version } : { ...bodyOf(said), enquiryId },
      }),
    onSaved: (stored) => {
      toast(`Quote ${stored.quoteNumber} saved`, 'success')
      onSaved(stored)
    },
  })
  useEffect(() => onChanged?.(!isSaved), [onChanged, isSaved])
  const setLine = (index: number, said: Partial<DraftLine>) =>
    set({ lines: draft.lines.map((line, at) => (at === index ? { ...line, ...said } : line)) })

  return (
    <>
      {merging && <Merge {...merging} key={merging.key} />}
      <form className="goods-editor" aria-label="Quote" {...form}>
        <div>
          <Part
            title="What is offered"
            hint="Prices go by steps: the last one that begins at or below the quantity holds."
          >
            <ul className="quote-lines" aria-label="Lines">
              {draft.lines.map((line, index) => (
                <li key={line.key}>
                  <QuoteLine
                    line={line}
                    place={index + 1}
                    errors={errors}
                    change={(said) => setLine(index, said)}
                    remove={() => set({ lines: draft.lines.toSpliced(index, 1) })}
                  />
                </li>
              ))}
            </ul>
            <FindProduct
              label="Add a piece"
              onChoose={({ productId, name, priceInUSD, price }) =>
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
                      tiers: [{ key: newKey(), from: '1', usd: String(priceInUSD), npr: String(price) }],
                    },
                  ],
                })
              }
            />
            {errors.lines && <p className="field-msg is-error">{errors.lines}</p>}
          </Part>
          <Part title="A word to the buyer">
            <TextArea label="Note" optional rows={4} className="py-3" maxLength={2000} {...field('note')} />
          </Part>
        </div>
        <div>
          <Part title="For whom">
            <Field label="Name" {...field('name')} />
            <Field label="Email" type="email" {...field('email')} />
            <Field label="Valid until" type="date" {...field('validUntil')} />
          </Part>
          <Part title="Shipping and total">
            <div className="goods-pair">
              <Field
                label="Shipping, dollars"
                inputMode="decimal"
                {...field('shippingUsd')}
                error={errors.shippingFeeInUSD}
              />
              <Field
                label="Shipping, rupees"
                inputMode="decimal"
                {...field('shippingNpr')}
                error={errors.shippingFee}
              />
            </div>
            <Total draft={draft} />
          </Part>
          <Button type="submit" busy={busy} busyText="Saving...">
            {record ? 'Save' : 'Save the draft'}
          </Button>
          {isSaved ? children : <p className="t-note m-0">Save it first; then it can be sent.</p>}
        </div>
      </form>
      <Leaving isChanged={!isSaved && !busy} />
    </>
  )
}

function Total({ draft }: { draft: Draft }) {
  const { usd, npr } = sumOf(draft)
  return (
    <p className="t-h4 t-price m-0">
      {formatMoney(usd, 'USD')}
      <span className="block text-granite text-[.9375rem]">{formatMoney(npr, 'NPR')}</span>
    </p>
  )
}
