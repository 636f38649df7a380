import { Field } from '#app/ui/field.tsx'
import { categories } from '#shared/categories.ts'
import { ChooseField } from '../ui/choose-field.tsx'
import { Part } from '../ui/part.tsx'
import type { Draft } from './draft.ts'

type Props = { draft: Draft; errors: Record<string, string>; set: (said: Partial<Draft>) => void }

/** Where the piece stands in the shop, what it costs and how many there are. */
export function ShopFields({ draft, errors, set }: Props) {
  const sum = draft.choices.reduce((total, { stock }) => total + (Number(stock) || 0), 0)
  const line = (key: 'price' | 'priceInUSD' | 'tags' | 'colors' | 'sizes', label: string, error?: string) => (
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
      <Part title="Price and stock">
        <div className="goods-pair">
          {line('priceInUSD', 'Dollars')}
          {line('price', 'Rupees')}
        </div>
        {draft.choices.length > 0 ? (
          <p className="m-0 text-granite">
            {sum} {sum === 1 ? 'piece' : 'pieces'} in {draft.choices.length}{' '}
            {draft.choices.length === 1 ? 'choice' : 'choices'}
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
      </Part>
      <Part title="In the shop">
        <label className="goods-check">
          <input
            className="check"
            type="checkbox"
            checked={!draft.isArchived}
            onChange={({ currentTarget }) => set({ isArchived: !currentTarget.checked })}
          />
          Show this piece
        </label>
        <ChooseField
          label="Category"
          name="categoryId"
          value={draft.categoryId}
          options={categories.map(({ id, title }) => [String(id), title])}
          error={errors.categoryId}
          onChoose={(categoryId) => set({ categoryId })}
        />
        {line('tags', 'Tags')}
        <p className="t-note m-0 -mt-2 mb-3">
          With commas between them. «Featured», «popular», «collection» and «bestseller» choose the place.
        </p>
        {line('colors', 'Colours')}
        {line('sizes', 'Sizes')}
      </Part>
    </>
  )
}
