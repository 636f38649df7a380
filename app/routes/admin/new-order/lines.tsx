import { FindProduct } from '#app/features/admin/find-product.tsx'
import { QuantityField } from '#app/features/admin/quantity-field.tsx'
import { useAdminQuery } from '#app/queries/admin.ts'
import { Icon } from '#app/ui/icons.tsx'
import { getAdminProduct, type ProductListRow } from '#modules/catalog/admin-contract.ts'
import { type Currency, formatMoney, fromWire } from '#shared/money.ts'
import { type DraftLine, lineTotal, needsVariant, newLine } from './draft.ts'

type Props = {
  lines: DraftLine[]
  currency: Currency
  errors: Record<string, string>
  onChange: (lines: DraftLine[]) => void
}

export function OrderLines({ lines, currency, errors, onChange }: Props) {
  const replace = (line: DraftLine, changes: Partial<DraftLine>) =>
    onChange(lines.map((each) => (each === line ? { ...each, ...changes } : each)))
  const add = (row: ProductListRow) => {
    const same = row.variants === 0 && lines.find(({ productId }) => productId === row.productId)
    if (same) replace(same, { quantity: Math.max(1, Math.min(same.stock, same.quantity + 1)) })
    else onChange([...lines, newLine(row)])
  }
  const detail = ({ price, priceInUSD, stock }: ProductListRow) =>
    `${formatMoney(fromWire(currency === 'NPR' ? price : priceInUSD), currency)}, ${stockText(stock)}`
  return (
    <>
      <ul className="mb-5 tabular-nums empty:hidden" aria-label="Items">
        {lines.map((line, index) => (
          <OrderLine
            key={line.key}
            line={line}
            currency={currency}
            error={errors[`lines.${index}.quantity`] ?? errors[`lines.${index}.attributeId`]}
            change={(changes) => replace(line, changes)}
            remove={() => onChange(lines.filter((each) => each !== line))}
          />
        ))}
      </ul>
      <FindProduct label="Add product" detail={detail} onSelect={add} />
      {errors.lines && <p className="field-message is-error">{errors.lines}</p>}
    </>
  )
}

const stockText = (stock: number) => (stock === 0 ? 'sold out' : `${stock} in stock`)

type LineProps = {
  line: DraftLine
  currency: Currency
  error: string | undefined
  change: (changes: Partial<DraftLine>) => void
  remove: () => void
}

function OrderLine({ line, currency, error, change, remove }: LineProps) {
  const { quantity, stock } = line
  const name = line.variant ? `${line.name} (${line.variant})` : line.name
  const isShort = !needsVariant(line) && quantity > stock
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-rule border-b py-3 sm:grid-cols-[minmax(0,1fr)_auto_7rem_auto]">
      <span className="[overflow-wrap:anywhere]">
        {line.name}
        <span className="t-note block text-granite">
          {formatMoney(lineTotal({ ...line, quantity: 1 }, currency), currency)} each
          {!needsVariant(line) && `, ${stockText(stock)}`}
        </span>
      </span>
      <span className="max-sm:order-4">
        <QuantityField
          label={`quantity of ${name}`}
          value={quantity}
          max={Math.max(1, stock)}
          onChange={(next) => change({ quantity: next })}
        />
      </span>
      <span className="text-right max-sm:order-5">{formatMoney(lineTotal(line, currency), currency)}</span>
      <button
        type="button"
        className="icon-btn -mr-2 justify-self-end max-sm:order-3"
        aria-label={`Remove ${name}`}
        onClick={remove}
      >
        <Icon name="close" />
      </button>
      {line.hasVariants && <VariantSelect line={line} change={change} />}
      {(error || isShort) && (
        <p className="field-message is-error order-last col-span-full m-0">
          {error ?? (stock === 0 ? `${name} is sold out.` : `Only ${stock} of ${name} in stock.`)}
        </p>
      )}
    </li>
  )
}

function VariantSelect({ line, change }: Pick<LineProps, 'line' | 'change'>) {
  const { productId } = line
  const variants = useAdminQuery(getAdminProduct, { params: { productId } }).data?.attributes ?? []
  return (
    <select
      className="input order-last col-span-full"
      aria-label={`Variant of ${line.name}`}
      value={line.attributeId ?? ''}
      onChange={({ currentTarget }) => {
        const id = Number(currentTarget.value)
        const variant = variants.find(({ productAttributeId }) => productAttributeId === id)
        const stock = variant?.productQuantity ?? line.stock
        change({
          attributeId: variant ? id : null,
          variant: variant?.attributeValue ?? '',
          stock,
          quantity: Math.max(1, Math.min(line.quantity, stock)),
        })
      }}
    >
      <option value="">Choose variant</option>
      {variants.map(({ productAttributeId, attributeValue, productQuantity }) => (
        <option key={productAttributeId} value={productAttributeId} disabled={productQuantity === 0}>
          {attributeValue} ({stockText(productQuantity)})
        </option>
      ))}
    </select>
  )
}
