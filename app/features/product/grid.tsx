import type { ProductCardData } from '#modules/catalog/contract.ts'
import { ProductCard } from './card.tsx'
import { CardSkeleton } from './skeleton.tsx'

const eagerPictureCount = 4
const preloadedPictureCount = 2

type Props = {
  cards: ProductCardData[]
  /** The number of cards that are loading. */
  pendingCount?: number
  /** False when the list is below the fold. */
  atTop?: boolean
}

export function ProductGrid({ cards, pendingCount = 0, atTop = true }: Props) {
  return (
    <ul className="product-grid">
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard
            card={card}
            eager={atTop && index < eagerPictureCount}
            preload={atTop && index < preloadedPictureCount}
          />
        </li>
      ))}
      {Array.from({ length: pendingCount }, (_, index) => cards.length + index).map((position) => (
        <li key={`skeleton ${position}`}>
          <CardSkeleton />
        </li>
      ))}
    </ul>
  )
}
