import { useEffect, useState } from 'react'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { ProductRecord } from '#modules/catalog/admin-schema.ts'
import { formatMoney } from '#shared/money.ts'
import { ChooseField } from '../ui/choose-field.tsx'
import { type DraftLine, type DraftTier, newKey, totalOf } from './draft.ts'

type Props = {
  line: DraftLine
  place: number
  errors: Record<string, string>
  change: (said: Partial<DraftLine>) => void
  remove: () => void
}

/** One thing that is offered: how many of it, and what one costs from which quantity on. */
export function QuoteLine({ line, place, errors, change, remove }: Props) {
  const { usd, npr } = totalOf(line)
  const at = `lines.${place - 1}`
  const perUnit = line.unit === 'kilo' ? 'a kilo' : 'a piece'
  const setTier = (index: number, said: Partial<DraftTier>) =>
    change({ tiers: line.tiers.map((tier, own) => (own === index ? { ...tier, ...said } : tier)) })
  return (
    <>
      <div className="mb-3 flex items-start justify-between gap-4">
        <h3 className="t-h4 m-0">{line.name}</h3>
        <button type="button" className="icon-btn -mt-2 -mr-2" aria-label={`Remove ${line.name}`} onClick={remove}>
          <Icon name="close" />
        </button>
      </div>
      <div className="goods-fields">
        <ChooseField
          label="Counted by"
          name={`${at}.unit`}
          value={line.unit}
          options={[
            ['piece', 'the piece'],
            ['kilo', 'the kilo'],
          ]}
          onChoose={(unit) => change({ unit: unit as DraftLine['unit'] })}
        />
        <Field
          label={line.unit === 'kilo' ? 'Kilos' : 'Pieces'}
          name={`${at}.quantity`}
          inputMode="decimal"
          value={line.quantity}
          error={errors[`${at}.quantity`]}
          onChange={({ currentTarget }) => change({ quantity: currentTarget.value })}
        />
      </div>
      {line.tiers.map((tier, index) => (
        <div key={tier.key} className="tier-row">
          <Step
            label={`From, ${line.unit === 'kilo' ? 'kg' : 'pieces'}`}
            hidden={index > 0}
            value={tier.from}
            onType={(from) => setTier(index, { from })}
          />
          <Step
            label={`Dollars ${perUnit}`}
            hidden={index > 0}
            value={tier.usd}
            onType={(value) => setTier(index, { usd: value })}
          />
          <Step
            label={`Rupees ${perUnit}`}
            hidden={index > 0}
            value={tier.npr}
            onType={(value) => setTier(index, { npr: value })}
          />
          <button
            type="button"
            className="icon-btn"
            aria-label={`Remove step ${index + 1} of ${line.name}`}
            disabled={line.tiers.length === 1}
            onClick={() => change({ tiers: line.tiers.toSpliced(index, 1) })}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <Complaint errors={errors} at={at} />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <button
          type="button"
          className="btn-text"
          onClick={() => change({ tiers: [...line.tiers, { key: newKey(), from: '', usd: '', npr: '' }] })}
        >
          <span>Add a step</span>
        </button>
        {line.unit === 'piece' && <FromStock line={line} change={change} />}
        <span className="t-price">
          {formatMoney(usd, 'USD')} / {formatMoney(npr, 'NPR')}
        </span>
      </div>
    </>
  )
}

function Complaint({ errors, at }: { errors: Record<string, string>; at: string }) {
  const [, words] =
    Object.entries(errors).find(
      ([field]) => field === at || field.startsWith(`${at}.tiers`) || field === `${at}.fromStock`,
    ) ?? []
  return words ? <p className="field-msg is-error">{words}</p> : null
}

type StepProps = { label: string; hidden: boolean; value: string; onType: (value: string) => void }

/** The first row carries the headings for all. */
function Step({ label, hidden, value, onType }: StepProps) {
  return (
    <label>
      <span className={hidden ? 'sr-only' : 'field-label'}>{label}</span>
      <input
        type="text"
        className="input"
        inputMode="decimal"
        value={value}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </label>
  )
}

/** Which of the choices is taken from the shelf has to be said where there are several. */
function FromStock({ line, change }: Pick<Props, 'line' | 'change'>) {
  const [record, setRecord] = useState<ProductRecord>()
  const { productId, fromStock } = line
  useEffect(() => {
    if (!fromStock) return
    const calling = new AbortController()
    callAsCustomer<ProductRecord>(`/admin/products/${productId}`, { signal: calling.signal }).then(setRecord, () => {})
    return () => calling.abort()
  }, [productId, fromStock])
  const choices = record?.attributes ?? []
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <label className="goods-check m-0">
        <input
          className="check"
          type="checkbox"
          checked={fromStock}
          onChange={({ currentTarget }) => change({ fromStock: currentTarget.checked, attributeId: null })}
        />
        Take from the shelf{fromStock && record && ` (${record.stock} there)`}
      </label>
      {fromStock && choices.length > 0 && (
        <select
          className="input w-auto"
          aria-label={`Which ${line.name}`}
          value={line.attributeId ?? ''}
          onChange={({ currentTarget }) => change({ attributeId: Number(currentTarget.value) || null })}
        >
          <option value="">Choose</option>
          {choices.map(({ productAttributeId, attributeValue, productQuantity }) => (
            <option key={productAttributeId} value={productAttributeId}>
              {attributeValue} ({productQuantity})
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
