import type { Card } from '#modules/catalog/schema.ts'
import { ProductCard } from './card.tsx'

const aboveTheFold = 4

export function ProductGrid({ cards }: { cards: Card[] }) {
  if (cards.length === 0) return <p className="t-h3 py-16 text-center">Nothing here yet! Time to start shopping!</p>
  return (
    <ul className="m-0 grid list-none grid-cols-2 gap-x-gap gap-y-12 p-0 md:grid-cols-3 lg:grid-cols-4">
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} eager={index < aboveTheFold} />
        </li>
      ))}
    </ul>
  )
}
