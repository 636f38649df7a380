import { LinePicture } from '#app/features/cart/line.tsx'
import { useAdminQuery } from '#app/queries/admin.ts'
import { Icon } from '#app/ui/icons.tsx'
import { getAdminProduct, type ProductListRow } from '#modules/catalog/admin-contract.ts'
import { type Currency, formatMoney, inCurrency } from '#shared/money.ts'
import { FindProduct } from './find-product.tsx'
import { currentAmount, lineName, lineTotal, needsVariant, newLine, type OrderLine } from './order-line.ts'
import { QuantityField } from './quantity-field.tsx'

type Props = {
  lines: OrderLine[]
  currency: Currency
  errors: Partial<Record<string, string>>
  onChange: (lines: OrderLine[]) => void
}

const maxQuantity = 100_000

/** Edits the lines of a new or an existing order. */
export function OrderLines({ lines, currency, errors, onChange }: Props) {
  const replace = (line: OrderLine, changes: Partial<OrderLine>) =>
    onChange(lines.map((each) => (each === line ? { ...each, ...changes } : each)))
  const add = (row: ProductListRow) => {
    const same = row.variants === 0 && lines.find(({ productId, position }) => productId === row.productId && !position)
    if (same) replace(same, { quantity: same.quantity + 1 })
    else onChange([...lines, newLine(row)])
  }
  const detail = (row: ProductListRow) =>
    `${row.hasPriceRange ? 'from ' : ''}${formatMoney(inCurrency(currentAmount(row), currency), currency)}, ${stockText(row.stock)}`
  return (
    <>
      <ul className="mb-5 tabular-nums empty:hidden" aria-label="Items">
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            currency={currency}
            error={errors[`lines.${index}.quantity`] ?? errors[`lines.${index}.attributeId`]}
            change={(changes) => replace(line, changes)}
            remove={() => onChange(lines.filter((each) => each !== line))}
          />
        ))}
      </ul>
      <FindProduct label="Add product" detail={detail} error={errors.lines} onSelect={add} />
    </>
  )
}

const stockText = (stock: number) => (stock === 0 ? 'sold out' : `${stock} in stock`)

type LineProps = {
  line: OrderLine
  currency: Currency
  error: string | undefined
  change: (changes: Partial<OrderLine>) => void
  remove: () => void
}

function Line({ line, currency, error, change, remove }: LineProps) {
  const { productId, attributeId, quantity } = line
  const product = useAdminQuery(getAdminProduct, { params: { productId } }).data
  const variants = product?.attributes ?? []
  const variant = variants.find(({ productAttributeId }) => productAttributeId === attributeId)
  const stock = needsVariant(line) || !line.isFromStock ? undefined : (variant?.productQuantity ?? product?.stock)
  const isNew = line.position === undefined
  const isShort = isNew && stock !== undefined && quantity > stock
  const name = lineName(line)
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-rule border-b py-3 sm:grid-cols-[48px_minmax(0,1fr)_auto_7rem_auto]">
      <LinePicture url={line.imageUrl} />
      <span className="[overflow-wrap:anywhere]">
        {line.name}
        {line.variant && <span className="t-note block text-granite">{line.variant}</span>}
        <span className="t-note block text-granite">
          {formatMoney(lineTotal({ ...line, quantity: 1 }, currency), currency)} each
          {stock !== undefined && `, ${stockText(stock)}`}
        </span>
      </span>
      <span className="max-sm:order-4 max-sm:col-span-2">
        <QuantityField
          label={`quantity of ${name}`}
          value={quantity}
          max={isNew ? Math.max(1, stock ?? maxQuantity) : maxQuantity}
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
      {isNew && line.hasVariants && (
        <select
          className="input order-last col-span-full"
          aria-label={`Variant of ${line.name}`}
          value={attributeId ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = variants.find(({ productAttributeId }) => productAttributeId === Number(currentTarget.value))
            change({
              attributeId: chosen?.productAttributeId ?? null,
              variant: chosen?.attributeValue ?? '',
              ...(chosen ? { unit: currentAmount(chosen) } : {}),
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
      )}
      {(error || isShort) && (
        <p className="field-message is-error order-last col-span-full m-0">
          {error ?? (stock === 0 ? `${name} is sold out.` : `Only ${stock} of ${name} in stock.`)}
        </p>
      )}
    </li>
  )
}
