import { type FormEvent, type ReactNode, useState } from 'react'
import { callAsCustomer } from '#app/lib/personal.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { QuoteRecord } from '#modules/quotes/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { FindProduct } from '../ui/find-product.tsx'
import { Leaving } from '../ui/leaving.tsx'
import { Merge } from '../ui/merge.tsx'
import { Part } from '../ui/part.tsx'
import { useSave } from '../ui/use-save.ts'
import { bodyOf, type Draft, type DraftLine, draftOf, newKey, sumOf } from './draft.ts'
import { QuoteLine } from './line.tsx'

type Props = {
  first: Draft
  record?: QuoteRecord
  enquiryId?: string | null
  onSaved: (record: QuoteRecord) => void
  children?: ReactNode
}

const linesAsText = ({ lines }: Draft) => lines.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n')

const labels = { name: 'For', email: 'Email', validUntil: 'Valid until', note: 'Note', lines: 'Lines' } as const
type Asked = keyof typeof labels
const shown = (draft: Draft, key: Asked) => (key === 'lines' ? linesAsText(draft) : draft[key])

export function QuoteEditor({ first, record: given, enquiryId = null, onSaved, children }: Props) {
  const [record, setRecord] = useState(given)
  const [saved, setSaved] = useState(first)
  const [draft, setDraft] = useState(first)
  const { busy, errors, conflict, save, settle } = useSave<QuoteRecord>()
  const set = (said: Partial<Draft>) => setDraft((now) => ({ ...now, ...said }))
  const setLine = (index: number, said: Partial<DraftLine>) =>
    set({ lines: draft.lines.map((line, at) => (at === index ? { ...line, ...said } : line)) })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => {
      const body = record ? { ...bodyOf(draft), version: record.version } : { ...bodyOf(draft), enquiryId }
      const stored = await callAsCustomer<QuoteRecord>(record ? `/admin/quotes/${record.quoteId}` : '/admin/quotes', {
        method: record ? 'PUT' : 'POST',
        body,
      })
      const now = draftOf(stored)
      setRecord(stored)
      setSaved(now)
      setDraft(now)
      toast(`Quote ${stored.quoteNumber} saved`, 'success')
      onSaved(stored)
    })
  }

  const merge = (current: QuoteRecord) => (kept: ReadonlySet<string>) => {
    const theirs = draftOf(current)
    const own = Object.fromEntries(Object.entries(draft).filter(([key]) => kept.has(key)))
    setRecord(current)
    setSaved(theirs)
    setDraft({ ...theirs, ...own })
    settle()
  }

  return (
    <>
      {conflict && (
        <Merge
          key={conflict.version}
          differing={(Object.keys(labels) as Asked[])
            .map((key) => ({ key, label: labels[key], mine: shown(draft, key), theirs: shown(draftOf(conflict), key) }))
            .filter(({ mine, theirs }) => mine !== theirs)}
          onMerge={merge(conflict)}
        />
      )}
      <form className="goods-editor" aria-label="Quote" noValidate onSubmit={submit}>
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
            <TextArea
              label="Note"
              name="note"
              optional
              rows={4}
              className="py-3"
              maxLength={2000}
              value={draft.note}
              error={errors.note}
              onChange={({ currentTarget }) => set({ note: currentTarget.value })}
            />
          </Part>
        </div>
        <div>
          <Part title="For whom">
            <Field
              label="Name"
              name="name"
              value={draft.name}
              error={errors.name}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            <Field
              label="Email"
              name="email"
              type="email"
              value={draft.email}
              error={errors.email}
              onChange={({ currentTarget }) => set({ email: currentTarget.value })}
            />
            <Field
              label="Valid until"
              name="validUntil"
              type="date"
              value={draft.validUntil}
              error={errors.validUntil}
              onChange={({ currentTarget }) => set({ validUntil: currentTarget.value })}
            />
          </Part>
          <Part title="Shipping and total">
            <div className="goods-pair">
              <Field
                label="Shipping, dollars"
                name="shippingFeeInUSD"
                inputMode="decimal"
                value={draft.shippingUsd}
                error={errors.shippingFeeInUSD}
                onChange={({ currentTarget }) => set({ shippingUsd: currentTarget.value })}
              />
              <Field
                label="Shipping, rupees"
                name="shippingFee"
                inputMode="decimal"
                value={draft.shippingNpr}
                error={errors.shippingFee}
                onChange={({ currentTarget }) => set({ shippingNpr: currentTarget.value })}
              />
            </div>
            <Total draft={draft} />
          </Part>
          <Button type="submit" busy={busy} busyText="Saving...">
            {record ? 'Save' : 'Save the draft'}
          </Button>
          {draft === saved ? children : <p className="t-note m-0">Save it first; then it can be sent.</p>}
        </div>
      </form>
      <Leaving isChanged={draft !== saved && !busy} />
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
