import { useId } from 'react'
import { FoldOut } from '#app/features/admin/fold-out.tsx'
import { newKey } from '#app/features/admin/new-key.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { maxMeasureLength } from '#modules/catalog/contract.ts'
import type { DraftVariant } from './draft.ts'

const emptyVariant = {
  value: '',
  measure: '',
  price: '',
  priceInUSD: '',
  salePrice: '',
  salePriceInUSD: '',
  stock: '1',
}

type Props = { variants: DraftVariant[]; errors: Record<string, string>; onChange: (variants: DraftVariant[]) => void }

export function Variants({ variants, errors, onChange }: Props) {
  const change = (index: number, changes: Partial<DraftVariant>) =>
    onChange(variants.map((variant, at) => (at === index ? { ...variant, ...changes } : variant)))
  const add = () => onChange([...variants, { ...emptyVariant, key: newKey(), kind: variants.at(-1)?.kind ?? 'size' }])
  return (
    <>
      {variants.length > 0 && (
        <ul className="mb-4 grid gap-3" aria-label="Variants">
          {variants.map((variant, index) => (
            <li
              key={variant.key}
              className="grid grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_6rem_2.75rem] items-end gap-2 max-sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem_2.75rem]"
            >
              <VariantFields
                variant={variant}
                position={index + 1}
                errorOf={(name) => errors[`attributes.${index}.${name}`]}
                change={(changes) => change(index, changes)}
                remove={() => onChange(variants.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      {errors.attributes && <p className="field-message is-error">{errors.attributes}</p>}
      <Button look="line" onClick={add}>
        Add variant
      </Button>
    </>
  )
}

type ErrorField = 'attributeValue' | 'measure' | 'productQuantity' | (typeof priceFields)[number]['key']
type VariantFieldsProps = {
  variant: DraftVariant
  position: number
  errorOf: (field: ErrorField) => string | undefined
  change: (changes: Partial<DraftVariant>) => void
  remove: () => void
}

const priceFields = [
  { key: 'price', label: 'Price (NPR)' },
  { key: 'priceInUSD', label: 'Price (USD)' },
  { key: 'salePrice', label: 'Sale price (NPR)' },
  { key: 'salePriceInUSD', label: 'Sale price (USD)' },
] as const

function VariantFields({ variant, position, errorOf, change, remove }: VariantFieldsProps) {
  const id = useId()
  const priceErrors = priceFields.flatMap(({ key }) => errorOf(key) ?? [])
  const [error] = [errorOf('attributeValue'), errorOf('measure'), errorOf('productQuantity'), ...priceErrors].filter(
    Boolean,
  )
  const inputProps = (label: string, field: ErrorField) => ({
    type: 'text',
    className: 'input',
    'aria-label': `${label} of variant ${position}`,
    'aria-invalid': Boolean(errorOf(field)),
    'aria-describedby': errorOf(field) && id,
  })
  return (
    <>
      <select
        className="input max-sm:col-span-3"
        aria-label={`Type of variant ${position}`}
        value={variant.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as DraftVariant['kind'] })}
      >
        <option value="size">Size</option>
        <option value="color">Color</option>
      </select>
      <label className="max-sm:row-start-2">
        <span className="field-label">Name</span>
        <input
          {...inputProps('Name', 'attributeValue')}
          placeholder="Small"
          value={variant.value}
          maxLength={40}
          onChange={({ currentTarget }) => change({ value: currentTarget.value })}
        />
      </label>
      <label className="max-sm:row-start-2">
        <span className="field-label">Measurement</span>
        <input
          {...inputProps('Measurement', 'measure')}
          placeholder="45–60 mm"
          value={variant.measure}
          maxLength={maxMeasureLength}
          onChange={({ currentTarget }) => change({ measure: currentTarget.value })}
        />
      </label>
      <label className="max-sm:col-span-2 max-sm:row-start-2">
        <span className="field-label">Stock</span>
        <input
          {...inputProps('Stock', 'productQuantity')}
          inputMode="numeric"
          value={variant.stock}
          onChange={({ currentTarget }) => change({ stock: currentTarget.value })}
        />
      </label>
      <button
        type="button"
        className="icon-btn max-sm:col-start-4 max-sm:row-start-1"
        aria-label={`Remove variant ${position}`}
        onClick={remove}
      >
        <Icon name="close" />
      </button>
      <FoldOut
        className="t-note col-span-full"
        summary={variant.price ? 'Price of this variant' : 'Set another price'}
        hasValues={priceFields.some(({ key }) => variant[key] !== '')}
        hasError={priceErrors.length > 0}
      >
        <div className="grid grid-cols-4 gap-2 pb-2 max-sm:grid-cols-2">
          {priceFields.map(({ key, label }) => (
            <label key={key}>
              <span className="field-label">{label}</span>
              <input
                {...inputProps(label, key)}
                inputMode="decimal"
                value={variant[key]}
                onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
              />
            </label>
          ))}
        </div>
      </FoldOut>
      <p id={id} className={error ? 'field-message is-error col-span-full' : 'sr-only'} aria-live="polite">
        {error}
      </p>
    </>
  )
}
