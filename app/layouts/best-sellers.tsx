import { useEffect, useState } from 'react'
import { callApi } from '#app/lib/api.ts'
import { note } from '#app/lib/log-error.ts'
import { readBestSellers, storeBestSellers } from '#app/state/shelf.ts'
import type { WireCard } from '#modules/catalog/schema.ts'
import { WireCardLink, WirePicture, WirePrice } from './wire-card.tsx'

const shown = 3
const places = Array.from({ length: shown }, (_, index) => index)

/** The first of the stored best sellers, at once; the store is filled anew whenever the search is opened. */
export function BestSellers() {
  const [cards, setCards] = useState(readBestSellers)

  useEffect(() => {
    callApi<{ data: WireCard[] }>('/product/tags/bestseller').then(
      ({ data }) => {
        storeBestSellers(data)
        setCards(readBestSellers())
      },
      (error) => note('The best sellers could not be had', error),
    )
  }, [])

  return (
    <section aria-labelledby="best-sellers">
      <h2 id="best-sellers" className="font-normal font-sans text-[.9375rem] text-granite">
        Our Best Sellers
      </h2>
      <ul className="best-sellers">
        {cards.length === 0
          ? places.map((place) => (
              <li key={place} aria-hidden="true">
                <div className="card-tile skeleton" />
              </li>
            ))
          : cards.slice(0, shown).map((card) => (
              <li key={card.productId}>
                <WireCardLink card={card} className="card w-full">
                  <span className="card-tile block">
                    <WirePicture card={card} />
                  </span>
                  <span className="card-name">{card.name}</span>
                  <WirePrice card={card} />
                </WireCardLink>
              </li>
            ))}
      </ul>
    </section>
  )
}
