import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { ProductPrice } from '#app/features/product/product-price.tsx'
import { logError } from '#app/lib/log-error.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import type { WireProductCard } from '#modules/catalog/contract.ts'
import { pricesFromWire } from '#modules/catalog/wire.ts'
import { categoryById } from '#shared/categories.ts'

type LinkProps = { card: WireProductCard; className?: string; children: ReactNode }

/** Links a product card of the API. A product with an unknown category is logged and not linked. */
export function ApiCardLink({ card, className, children }: LinkProps) {
  const category = categoryById(card.categoryId)
  if (!category) {
    const logUnknown = () => logError(`Unknown categoryId ${card.categoryId} of product ${card.productId}`)
    return (
      <button type="button" className={`${className} text-left`} onClick={logUnknown}>
        {children}
      </button>
    )
  }
  return (
    <Link
      to={href('/shop/:category/:slug', { category: category.path, slug: card.slugs })}
      className={className}
      prefetch="intent"
    >
      {children}
    </Link>
  )
}

/** The name of the product stands beside the picture, so its alt text is empty. */
export function ApiCardPicture({ card }: { card: WireProductCard }) {
  const [first] = card.imageUrlList ?? []
  if (!first) return <MountainDrawing className="tile-placeholder" />
  return <img src={first.imageURL} width={first.width} height={first.height} alt="" decoding="async" />
}

export function ApiCardPrice({ card }: { card: WireProductCard }) {
  return (
    <ProductPrice
      prices={pricesFromWire(card)}
      isLowest={card.hasPriceRange}
      className="text-[.9375rem] text-granite"
    />
  )
}
