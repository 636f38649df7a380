import { useEffect, useState } from 'react'
import { call } from '#app/lib/api.ts'
import { logError } from '#app/lib/log-error.ts'
import { readBestSellers, storeBestSellers } from '#app/state/stored-products.ts'
import { listTaggedProducts } from '#modules/catalog/contract.ts'
import { ApiCardLink, ApiCardPicture, ApiCardPrice } from './api-product-card.tsx'

const shownCount = 3
const placeholders = Array.from({ length: shownCount }, (_, index) => index)

/** Shows the stored best sellers at once and loads them again whenever the search opens. */
export function BestSellers() {
  const [cards, setCards] = useState(readBestSellers)

  useEffect(() => {
    call(listTaggedProducts, { params: { tag: 'bestseller' } }).then(
      ({ data }) => {
        storeBestSellers(data)
        setCards(readBestSellers())
      },
      (error) => logError('Could not load the best sellers', error),
    )
  }, [])

  return (
    <section aria-labelledby="best-sellers">
      <h2 id="best-sellers" className="font-normal font-sans text-[.9375rem] text-granite">
        Our Best Sellers
      </h2>
      <ul className="mt-5 -mr-gutter flex gap-gap overflow-x-auto [scroll-snap-type:x_proximity] *:w-[44vw] *:flex-none *:snap-start lg:mr-0 lg:grid lg:grid-cols-3 lg:overflow-visible lg:*:w-auto">
        {cards.length === 0
          ? placeholders.map((index) => (
              <li key={index} aria-hidden="true">
                <div className="card-tile skeleton" />
              </li>
            ))
          : cards.slice(0, shownCount).map((card) => (
              <li key={card.productId}>
                <ApiCardLink card={card} className="card w-full">
                  <span className="card-tile block">
                    <ApiCardPicture card={card} />
                  </span>
                  <span className="card-name">{card.name}</span>
                  <ApiCardPrice card={card} />
                </ApiCardLink>
              </li>
            ))}
      </ul>
    </section>
  )
}
