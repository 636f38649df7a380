import { useId } from 'react'
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

const errorFields = [
  'attributeValue',
  'measure',
  'productQuantity',
  'price',
  'priceInUSD',
  'salePrice',
  'salePriceInUSD',
]

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
              className="grid grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_6rem_2.75rem] gap-2 max-sm:grid-cols-[minmax(0,1fr)_5rem_2.75rem]"
            >
              <VariantFields
                variant={variant}
                position={index + 1}
                error={errorFields.map((name) => errors[`attributes.${index}.${name}`]).find(Boolean)}
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

type VariantFieldsProps = {
  variant: DraftVariant
  position: number
  error: string | undefined
  change: (changes: Partial<DraftVariant>) => void
  remove: () => void
}

function VariantFields({ variant, position, error, change, remove }: VariantFieldsProps) {
  const id = useId()
  return (
    <>
      <select
        className="input max-sm:col-span-full"
        aria-label={`Type of variant ${position}`}
        value={variant.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as DraftVariant['kind'] })}
      >
        <option value="size">Size</option>
        <option value="color">Color</option>
      </select>
      <input
        type="text"
        className="input"
        aria-label={`Name of variant ${position}`}
        aria-invalid={Boolean(error)}
        aria-describedby={id}
        placeholder="Small"
        value={variant.value}
        maxLength={40}
        onChange={({ currentTarget }) => change({ value: currentTarget.value })}
      />
      <input
        type="text"
        className="input"
        aria-label={`Measurement of variant ${position}`}
        placeholder="45–60 mm"
        value={variant.measure}
        maxLength={maxMeasureLength}
        onChange={({ currentTarget }) => change({ measure: currentTarget.value })}
      />
      <input
        type="text"
        className="input"
        aria-label={`Stock of variant ${position}`}
        inputMode="numeric"
        value={variant.stock}
        onChange={({ currentTarget }) => change({ stock: currentTarget.value })}
      />
      <button type="button" className="icon-btn" aria-label={`Remove variant ${position}`} onClick={remove}>
        <Icon name="close" />
      </button>
      <VariantPrices variant={variant} position={position} change={change} />
      <p id={id} className={error ? 'field-message is-error col-span-full' : 'sr-only'} aria-live="polite">
        {error}
      </p>
    </>
  )
}

const priceFields = [
  { key: 'price', label: 'Price (NPR)' },
  { key: 'priceInUSD', label: 'Price (USD)' },
  { key: 'salePrice', label: 'Sale price (NPR)' },
  { key: 'salePriceInUSD', label: 'Sale price (USD)' },
] as const

function VariantPrices({ variant, position, change }: Pick<VariantFieldsProps, 'variant' | 'position' | 'change'>) {
  return (
    <details className="col-span-full" open={variant.price !== '' || undefined}>
      <summary className="t-note text-link inline-flex min-h-target cursor-pointer items-center">
        {variant.price ? 'Price of this variant' : 'Set another price'}
      </summary>
      <div className="grid grid-cols-4 gap-2 pb-2 max-sm:grid-cols-2">
        {priceFields.map(({ key, label }) => (
          <label key={key}>
            <span className="field-label">{label}</span>
            <input
              type="text"
              className="input"
              aria-label={`${label} of variant ${position}`}
              inputMode="decimal"
              value={variant[key]}
              onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
    </details>
  )
}
