import { Link } from 'react-router'
import { productUrl } from '#app/lib/urls.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Card } from '#modules/catalog/schema.ts'

const sizes = '(min-width: 64rem) 25vw, (min-width: 48rem) 33vw, 50vw'

export function ProductCard({ card, eager = false }: { card: Card; eager?: boolean }) {
  const soldOut = card.stock === 0
  const [first, second] = card.pictures
  return (
    <article className={soldOut ? 'card is-sold' : 'card'}>
      <div className="card-tile">
        {first && <Picture picture={first} sizes={sizes} eager={eager} />}
        {second && <Picture picture={second} sizes={sizes} decorative />}
        {soldOut && <span className="sold">SOLD OUT</span>}
      </div>
      <h3 className="card-name">
        <Link to={productUrl(card)} prefetch="intent">
          {card.name}
        </Link>
      </h3>
      <div className="card-foot">
        <Price usd={card.priceUsd} npr={card.priceNpr} />
      </div>
    </article>
  )
}
