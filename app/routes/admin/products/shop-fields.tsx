import { FormSection } from '#app/features/admin/form-section.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { categories } from '#shared/categories.ts'
import type { Draft } from './draft.ts'

type Props = { draft: Draft; errors: Record<string, string>; set: (changes: Partial<Draft>) => void }

export function ShopFields({ draft, errors, set }: Props) {
  const totalStock = draft.variants.reduce((total, { stock }) => total + (Number(stock) || 0), 0)
  const textField = (key: 'price' | 'priceInUSD' | 'tags' | 'colors' | 'sizes', label: string, error?: string) => (
    <Field
      label={label}
      name={key}
      optional={key === 'tags' || key === 'colors' || key === 'sizes'}
      inputMode={key === 'price' || key === 'priceInUSD' ? 'decimal' : 'text'}
      value={draft[key]}
      error={error ?? errors[key] ?? errors[`${key}.0`]}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  )
  return (
    <>
      <FormSection title="Price and stock">
        <div className="grid grid-cols-2 gap-x-4">
          {textField('priceInUSD', 'Price (USD)')}
          {textField('price', 'Price (NPR)')}
        </div>
        {draft.variants.length > 0 ? (
          <p className="m-0 text-granite">
            {totalStock} in stock in {draft.variants.length} {draft.variants.length === 1 ? 'variant' : 'variants'}
          </p>
        ) : (
          <Field
            label="Stock"
            name="stock"
            inputMode="numeric"
            value={draft.stock}
            error={errors.stock}
            onChange={({ currentTarget }) => set({ stock: currentTarget.value })}
          />
        )}
      </FormSection>
      <FormSection title="Status and organization">
        <label className="mb-2 inline-flex min-h-target items-center gap-3">
          <input
            className="check"
            type="checkbox"
            checked={!draft.isArchived}
            onChange={({ currentTarget }) => set({ isArchived: !currentTarget.checked })}
          />
          Active (visible in the shop)
        </label>
        <SelectField
          label="Category"
          name="categoryId"
          value={draft.categoryId}
          options={categories.map(({ id, title }) => [String(id), title])}
          error={errors.categoryId}
          onSelect={(categoryId) => set({ categoryId })}
        />
        {textField('tags', 'Tags')}
        <p className="t-note m-0 -mt-2 mb-3">
          Separate tags with commas. The tags Featured, popular, collection and bestseller show the product in these
          sections of the shop.
        </p>
        {textField('colors', 'Filter colors')}
        {textField('sizes', 'Filter sizes')}
      </FormSection>
    </>
  )
}
