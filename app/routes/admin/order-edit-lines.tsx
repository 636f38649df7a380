import { FindProduct } from '#app/features/admin/find-product.tsx'
import { QuantityField } from '#app/features/admin/quantity-field.tsx'
import { LinePicture } from '#app/features/cart/line.tsx'
import { useAdminQuery } from '#app/queries/admin.ts'
import { Icon } from '#app/ui/icons.tsx'
import { getAdminProduct, type ProductListRow } from '#modules/catalog/admin-contract.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { type Currency, formatMoney, fromWire } from '#shared/money.ts'
import { type DraftLine, needsVariant, newLine } from './order-edit-draft.ts'

type Props = {
  order: WireAdminOrder['order']
  lines: DraftLine[]
  errors: Partial<Record<string, string>>
  onChange: (lines: DraftLine[]) => void
}

const maxQuantity = 100_000

export function EditLines({ order, lines, errors, onChange }: Props) {
  const { currency } = order
  const replace = (line: DraftLine, changes: Partial<DraftLine>) =>
    onChange(lines.map((each) => (each === line ? { ...each, ...changes } : each)))
  const add = (row: ProductListRow) => {
    const same = row.variants === 0 && lines.find(({ productId, position }) => productId === row.productId && !position)
    if (same) replace(same, { quantity: same.quantity + 1 })
    else onChange([...lines, newLine(row, currency)])
  }
  return (
    <>
      <ul className="mb-5 tabular-nums" aria-label="Items">
        {lines.map((line, index) => (
          <EditLine
            key={line.key}
            line={line}
            currency={currency}
            error={errors[`lines.${index}.quantity`] ?? errors[`lines.${index}.attributeId`]}
            change={(changes) => replace(line, changes)}
            remove={() => onChange(lines.filter((each) => each !== line))}
          />
        ))}
      </ul>
      <FindProduct label="Add product" detail={(row) => productDetail(row, currency)} onSelect={add} />
      {errors.lines && <p className="field-message is-error">{errors.lines}</p>}
    </>
  )
}

const productDetail = ({ price, priceInUSD, stock }: ProductListRow, currency: Currency) =>
  `${formatMoney(fromWire(currency === 'NPR' ? price : priceInUSD), currency)}, ${stock} in stock`

type EditLineProps = {
  line: DraftLine
  currency: Currency
  error: string | undefined
  change: (changes: Partial<DraftLine>) => void
  remove: () => void
}

function EditLine({ line, currency, error, change, remove }: EditLineProps) {
  const { position, quantity, unit } = line
  const name = line.variant ? `${line.name} (${line.variant})` : line.name
  const isNew = position === undefined
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-rule border-b py-3 sm:grid-cols-[48px_minmax(0,1fr)_auto_7rem_auto]">
      <LinePicture url={line.imageUrl} />
      <span className="max-sm:col-span-1">
        {line.name}
        {line.variant && <span className="t-note block text-granite">{line.variant}</span>}
        <span className="t-note block text-granite">
          {formatMoney(fromWire(unit), currency)} each{isNew ? ', current price' : ''}
          <Stock line={line} />
        </span>
      </span>
      <span className="max-sm:order-4 max-sm:col-span-2">
        <QuantityField
          label={`quantity of ${name}`}
          value={quantity}
          max={maxQuantity}
          onChange={(next) => change({ quantity: next })}
        />
      </span>
      <span className="text-right max-sm:order-5">{formatMoney(fromWire(unit) * quantity, currency)}</span>
      <button type="button" className="icon-btn -mr-2 max-sm:order-3" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="close" />
      </button>
      {isNew && line.hasVariants && <VariantSelect line={line} change={change} />}
      {error && <p className="field-message is-error order-last col-span-full m-0">{error}</p>}
    </li>
  )
}

function useProduct({ productId }: DraftLine) {
  return useAdminQuery(getAdminProduct, { params: { productId } }).data
}

/** How many more could be added. */
function Stock({ line }: { line: DraftLine }) {
  const product = useProduct(line)
  if (!product || !line.isFromStock || needsVariant(line)) return null
  const variant = product.attributes.find(({ productAttributeId }) => productAttributeId === line.attributeId)
  return <>, {variant ? variant.productQuantity : product.stock} in stock</>
}

function VariantSelect({ line, change }: Pick<EditLineProps, 'line' | 'change'>) {
  const variants = useProduct(line)?.attributes ?? []
  return (
    <select
      className="input order-last col-span-full"
      aria-label={`Variant of ${line.name}`}
      value={line.attributeId ?? ''}
      onChange={({ currentTarget }) => {
        const id = Number(currentTarget.value)
        const variant = variants.find(({ productAttributeId }) => productAttributeId === id)
        change({ attributeId: variant ? id : null, variant: variant?.attributeValue ?? '' })
      }}
    >
      <option value="">Choose variant</option>
      {variants.map(({ productAttributeId, attributeValue, productQuantity }) => (
        <option key={productAttributeId} value={productAttributeId} disabled={productQuantity === 0}>
          {attributeValue} ({productQuantity} in stock)
        </option>
      ))}
    </select>
  )
}
