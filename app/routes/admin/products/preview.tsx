import { useEffect, useRef } from 'react'
import { factRows } from '#app/features/product/fact-rows.ts'
import { Facts } from '#app/features/product/facts.tsx'
import { Gallery } from '#app/features/product/gallery.tsx'
import { variantText } from '#app/features/product/variant-text.ts'
import { SizeTools } from '#app/features/size/size-tools.tsx'
import { sizeToolsOf } from '#app/features/size/size-tools-data.ts'
import { Button } from '#app/ui/button.tsx'
import { formatMoney } from '#shared/money.ts'
import { type Draft, previewOf } from './draft.ts'

/** Preview of the unsaved product with both prices. */
export function Preview({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const product = previewOf(draft)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label="Preview">
      <div className="admin-notice">
        <p className="m-0">This is a preview. Your changes are not saved yet.</p>
        <Button look="line" onClick={onBack}>
          Back to editing
        </Button>
      </div>
      <div className="grid gap-8 bg-snow p-5 framed max-lg:overflow-hidden lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-12 lg:p-10">
        <Gallery pictures={product.pictures} turn={product.turn} name={product.name} corner={null} />
        <div>
          <h2 ref={heading} tabIndex={-1} className="t-h2 outline-none">
            {product.name}
          </h2>
          <p className="t-price mt-4 mb-0 text-[1.125rem]">
            {product.hasPriceRange && 'from '}
            {formatMoney(product.priceNpr, 'NPR')} <span className="text-granite">or</span>{' '}
            {formatMoney(product.priceUsd, 'USD')}
            {product.regularNpr !== null && product.regularUsd !== null && (
              <s className="ml-3 text-granite">
                {formatMoney(product.regularNpr, 'NPR')} or {formatMoney(product.regularUsd, 'USD')}
              </s>
            )}
          </p>
          {product.stock === 0 && <p className="t-label mt-4 mb-0">SOLD OUT</p>}
          <p className="mt-6 mb-0 whitespace-pre-line text-granite">{product.description}</p>
          <SizeTools product={{ ...product, sizeTools: sizeToolsOf(product) }} />
          {product.allVariants.length > 0 && (
            <p className="mt-6 mb-0 flex flex-wrap gap-2">
              {product.allVariants.map((variant) => (
                <span key={variant.id} className={variant.stock > 0 ? 'chip' : 'chip text-granite line-through'}>
                  {variantText(variant)}
                </span>
              ))}
            </p>
          )}
          <Facts rows={factRows(product.facts)} />
        </div>
      </div>
    </section>
  )
}
