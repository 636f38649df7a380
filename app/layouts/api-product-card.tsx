import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { logError } from '#app/lib/log-error.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { Price } from '#app/ui/price.tsx'
import type { WireProductCard } from '#modules/catalog/contract.ts'
import { categoryById } from '#shared/categories.ts'
import { fromWire } from '#shared/money.ts'

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
  return <Price usd={fromWire(card.priceInUSD)} npr={fromWire(card.price)} className="text-[.9375rem] text-granite" />
}
