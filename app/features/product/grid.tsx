import type { Card } from '#modules/catalog/schema.ts'
import { ProductCard } from './card.tsx'
import { CardSkeleton } from './skeleton.tsx'

const aboveTheFold = 4
const firstSeen = 2

type Props = {
  cards: Card[]
  /** Places kept for cards on their way. */
  coming?: number
  /** False where the list stands far down the page. */
  atTop?: boolean
}

export function ProductGrid({ cards, coming = 0, atTop = true }: Props) {
  return (
    <ul className="product-grid">
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} eager={atTop && index < aboveTheFold} preload={atTop && index < firstSeen} />
        </li>
      ))}
      {Array.from({ length: coming }, (_, place) => cards.length + place).map((place) => (
        <li key={`place ${place}`}>
          <CardSkeleton />
        </li>
      ))}
    </ul>
  )
}
