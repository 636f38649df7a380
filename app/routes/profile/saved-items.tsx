import { useEffect, useState } from 'react'
import { WireCardLink, WirePicture, WirePrice } from '#app/layouts/wire-card.tsx'
import { callApi } from '#app/lib/api.ts'
import { note } from '#app/lib/log-error.ts'
import { useWishlist } from '#app/state/wishlist.ts'
import type { WireCard } from '#modules/catalog/schema.ts'
import { EmptyState } from './empty-state.tsx'
import { SavedCard, type SavedProduct } from './saved-card.tsx'

/** What has lost its heart since leaves at once. */
export function SavedItems({ saved }: { saved: SavedProduct[] }) {
  const ids = useWishlist((state) => state.ids)
  const cards = saved.filter(({ id }) => ids.has(id))
  if (cards.length > 0)
    return (
      <ul className="product-grid mt-block" aria-label="Saved items">
        {cards.map((card) => (
          <li key={card.id}>
            <SavedCard card={card} />
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <EmptyState title="You have not saved anything yet." text="Tap the heart on any piece to keep it here." />
      <AlsoLike />
    </>
  )
}

const shown = 4
const places = Array.from({ length: shown }, (_, index) => index)

/** The same for everybody: the first of the featured pieces. */
function AlsoLike() {
  const [cards, setCards] = useState<WireCard[]>()
  useEffect(() => {
    callApi<{ data: WireCard[] }>(`/product/tags/Featured?pageSize=${shown}`).then(
      ({ data }) => setCards(data),
      (error) => note('The featured products could not be had', error),
    )
  }, [])
  if (cards?.length === 0) return null
  return (
    <section className="mt-section" aria-labelledby="also-like">
      <h2 id="also-like" className="t-label rule pt-6">
        YOU MAY ALSO LIKE
      </h2>
      <ul className="product-grid mt-8">
        {cards
          ? cards.map((card) => (
              <li key={card.productId}>
                <WireCardLink card={card} className="card w-full">
                  <span className="card-tile block">
                    <WirePicture card={card} />
                  </span>
                  <span className="card-name">{card.name}</span>
                  <WirePrice card={card} />
                </WireCardLink>
              </li>
            ))
          : places.map((place) => (
              <li key={place} aria-hidden="true">
                <div className="card-tile skeleton" />
              </li>
            ))}
      </ul>
    </section>
  )
}
