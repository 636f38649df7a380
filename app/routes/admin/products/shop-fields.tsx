import { href, Link } from 'react-router'
import { FoldOut } from '#app/features/admin/fold-out.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { minorUnitsOf, numberOrZero } from '#app/features/admin/typed-values.ts'
import { Field, SelectField } from '#app/ui/field.tsx'
import { categories } from '#shared/categories.ts'
import { formatMoney } from '#shared/money.ts'
import type { ProductEditor } from './draft.ts'
import { ListHint } from './list-hint.tsx'

const saleFields = ['salePrice', 'salePriceInUSD', 'saleFrom', 'saleUntil'] as const

export function ShopFields({ editor: { record, draft, errors, set, field } }: { editor: ProductEditor }) {
  const totalStock = draft.variants.reduce((total, { stock }) => total + numberOrZero(stock), 0)
  const list = (key: 'tags' | 'colors' | 'sizes', label: string) => (
    <Field label={label} optional {...field(key)} error={errors[key] ?? errors[`${key}.0`]} />
  )
  return (
    <>
      <FormSection
        title="Price and stock"
        folded={{ summary: formatMoney(minorUnitsOf(draft.price), 'NPR'), isInitial: false }}
      >
        <div className="grid grid-cols-2 gap-x-4">
          <Field label="Price (NPR)" inputMode="decimal" {...field('price')} />
          <Field label="Price (USD)" inputMode="decimal" {...field('priceInUSD')} />
        </div>
        <FoldOut
          summary="Sale"
          hasValues={saleFields.some((key) => draft[key] !== '')}
          hasError={saleFields.some((key) => errors[key])}
        >
          <p className="t-note m-0 mb-3">
            The shop shows the price struck through beside the sale price. Without days the sale starts at once and
            stays until you remove it.
          </p>
          <div className="grid grid-cols-2 gap-x-4">
            <Field label="Sale price (NPR)" inputMode="decimal" {...field('salePrice')} />
            <Field label="Sale price (USD)" inputMode="decimal" {...field('salePriceInUSD')} />
            <Field label="First day" type="date" className="px-2" {...field('saleFrom')} />
            <Field label="Last day" type="date" className="px-2" {...field('saleUntil')} />
          </div>
        </FoldOut>
        {draft.variants.length > 0 ? (
          <p className="m-0 text-granite">
            {totalStock} in stock in {draft.variants.length} {draft.variants.length === 1 ? 'variant' : 'variants'}
          </p>
        ) : (
          <Field label="Stock" inputMode="numeric" {...field('stock')} />
        )}
        {record && (
          <Link
            className="text-link inline-flex min-h-target items-center"
            to={href('/admin/products/:productId/stock', { productId: String(record.productId) })}
          >
            Stock history
          </Link>
        )}
      </FormSection>
      <FormSection
        title="Status and organization"
        folded={{ summary: draft.isArchived ? 'Archived' : 'Active', isInitial: true }}
      >
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
        {list('tags', 'Tags')}
        <p className="t-note m-0 -mt-2 mb-1">Separate tags with commas.</p>
        <ListHint listTags={draft.listTags} />
        {list('colors', 'Filter colors')}
        {list('sizes', 'Filter sizes')}
      </FormSection>
    </>
  )
}
