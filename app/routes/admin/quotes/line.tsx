import { href, Link } from 'react-router'
import { newKey } from '#app/features/admin/new-key.ts'
import { unitNames } from '#app/features/admin/quote-names.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import { Field, SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { getAdminProduct } from '#modules/catalog/admin-contract.ts'
import { formatMoney } from '#shared/money.ts'
import { type DraftLine, type DraftTier, lineTotalOf } from './draft.ts'

type Props = {
  line: DraftLine
  position: number
  errors: Record<string, string>
  change: (changes: Partial<DraftLine>) => void
  remove: () => void
}

export function QuoteLine({ line, position, errors, change, remove }: Props) {
  const { usd, npr } = lineTotalOf(line)
  const fieldPrefix = `lines.${position - 1}`
  const perUnit = line.unit === 'kilo' ? 'per kg' : 'per item'
  const setTier = (index: number, changes: Partial<DraftTier>) =>
    change({ tiers: line.tiers.map((tier, at) => (at === index ? { ...tier, ...changes } : tier)) })
  return (
    <>
      <div className="mb-3 flex items-start justify-between gap-4">
        <h3 className="t-h4 m-0">
          <Link className="text-link" to={href('/admin/products/:productId', { productId: String(line.productId) })}>
            {line.name}
          </Link>
        </h3>
        <button type="button" className="icon-btn -mt-2 -mr-2" aria-label={`Remove ${line.name}`} onClick={remove}>
          <Icon name="close" />
        </button>
      </div>
      <div className="grid gap-x-5 gap-y-1 sm:grid-cols-2">
        <SelectField
          label="Unit"
          name={`${fieldPrefix}.unit`}
          value={line.unit}
          options={unitNames}
          onSelect={(unit) => change({ unit: unit as DraftLine['unit'] })}
        />
        <Field
          label={line.unit === 'kilo' ? 'Quantity (kg)' : 'Quantity'}
          name={`${fieldPrefix}.quantity`}
          inputMode="decimal"
          value={line.quantity}
          error={errors[`${fieldPrefix}.quantity`]}
          onChange={({ currentTarget }) => change({ quantity: currentTarget.value })}
        />
      </div>
      {line.tiers.map((tier, index) => (
        <div key={tier.key} className="mb-2 grid grid-cols-[repeat(3,minmax(0,1fr))_2.75rem] items-end gap-2">
          <TierInput
            label={line.unit === 'kilo' ? 'Min. kg' : 'Min. quantity'}
            isLabelHidden={index > 0}
            value={tier.from}
            onChange={(from) => setTier(index, { from })}
          />
          <TierInput
            label={`NPR ${perUnit}`}
            isLabelHidden={index > 0}
            value={tier.npr}
            onChange={(value) => setTier(index, { npr: value })}
          />
          <TierInput
            label={`USD ${perUnit}`}
            isLabelHidden={index > 0}
            value={tier.usd}
            onChange={(value) => setTier(index, { usd: value })}
          />
          <button
            type="button"
            className="icon-btn"
            aria-label={`Remove tier ${index + 1} of ${line.name}`}
            disabled={line.tiers.length === 1}
            onClick={() => change({ tiers: line.tiers.toSpliced(index, 1) })}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <LineError errors={errors} fieldPrefix={fieldPrefix} />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <button
          type="button"
          className="btn-text"
          onClick={() => change({ tiers: [...line.tiers, { key: newKey(), from: '', usd: '', npr: '' }] })}
        >
          <span>Add price tier</span>
        </button>
        {line.unit === 'piece' && <FromStock line={line} change={change} />}
        <span className="t-price">
          {formatMoney(npr, 'NPR')} / {formatMoney(usd, 'USD')}
        </span>
      </div>
    </>
  )
}

function LineError({ errors, fieldPrefix }: { errors: Record<string, string>; fieldPrefix: string }) {
  const [, message] =
    Object.entries(errors).find(
      ([field]) =>
        field === fieldPrefix || field.startsWith(`${fieldPrefix}.tiers`) || field === `${fieldPrefix}.fromStock`,
    ) ?? []
  return message ? <p className="field-message is-error">{message}</p> : null
}

type TierInputProps = { label: string; isLabelHidden: boolean; value: string; onChange: (value: string) => void }

/** Only the first row shows its labels. */
function TierInput({ label, isLabelHidden, value, onChange }: TierInputProps) {
  return (
    <label>
      <span className={isLabelHidden ? 'sr-only' : 'field-label'}>{label}</span>
      <input
        type="text"
        className="input"
        inputMode="decimal"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

type PricedVariant = { currentPrice: number; currentPriceInUSD: number }

/** The price of the variant, unless there are price tiers. */
function variantPrice({ tiers }: DraftLine, { currentPrice, currentPriceInUSD }: PricedVariant): Partial<DraftLine> {
  const [tier] = tiers
  if (!tier || tiers.length > 1) return {}
  return { tiers: [{ ...tier, npr: String(currentPrice), usd: String(currentPriceInUSD) }] }
}

/** A product with variants needs one variant to reserve stock from. */
function FromStock({ line, change }: Pick<Props, 'line' | 'change'>) {
  const { productId, fromStock } = line
  const { data: record } = useAdminQuery(getAdminProduct, { params: { productId } }, fromStock)
  const variants = record?.attributes ?? []
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <label className="inline-flex min-h-target items-center gap-3">
        <input
          className="check"
          type="checkbox"
          checked={fromStock}
          onChange={({ currentTarget }) => change({ fromStock: currentTarget.checked, attributeId: null })}
        />
        Reserve from stock{fromStock && record && ` (${record.stock} available)`}
      </label>
      {fromStock && variants.length > 0 && (
        <select
          className="input w-auto"
          aria-label={`Variant of ${line.name}`}
          value={line.attributeId ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = variants.find(({ productAttributeId }) => productAttributeId === Number(currentTarget.value))
            change({ attributeId: chosen?.productAttributeId ?? null, ...(chosen && variantPrice(line, chosen)) })
          }}
        >
          <option value="">Choose variant</option>
          {variants.map(({ productAttributeId, attributeValue, productQuantity }) => (
            <option key={productAttributeId} value={productAttributeId}>
              {attributeValue} ({productQuantity})
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
