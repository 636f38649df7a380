import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { note } from '#app/lib/log-error.ts'
import { Price } from '#app/ui/price.tsx'
import { Ridge } from '#app/ui/ridge.tsx'
import type { WireCard } from '#modules/catalog/schema.ts'
import { categoryById } from '#shared/categories.ts'

type LinkProps = { card: WireCard; className?: string; children: ReactNode }

/** The way to a product that came over the wire. One in a category that we do not know is noted and leads nowhere. */
export function WireCardLink({ card, className, children }: LinkProps) {
  const category = categoryById(card.categoryId)
  if (!category) {
    const noteIt = () => note(`Unknown categoryId ${card.categoryId} of product ${card.productId}`)
    return (
      <button type="button" className={`${className} text-left`} onClick={noteIt}>
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

/** The first picture, beside its product's name and so without words of its own. */
export function WirePicture({ card }: { card: WireCard }) {
  const [first] = card.imageUrlList ?? []
  if (!first) return <Ridge className="tile-ridge" />
  return <img src={first.imageURL} width={first.width} height={first.height} alt="" decoding="async" />
}

const inMinorUnits = (amount: number) => Math.round(amount * 100)

export function WirePrice({ card }: { card: WireCard }) {
  return (
    <Price
      usd={inMinorUnits(card.priceInUSD)}
      npr={inMinorUnits(card.price)}
      className="text-[.9375rem] text-granite"
    />
  )
}
