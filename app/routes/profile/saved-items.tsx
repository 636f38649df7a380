import { useQuery } from '@tanstack/react-query'
import { ApiCardLink, ApiCardPicture, ApiCardPrice } from '#app/layouts/api-product-card.tsx'
import { call } from '#app/lib/api.ts'
import { queryClient } from '#app/queries/client.ts'
import { wishlistQuery } from '#app/queries/wishlist.ts'
import { useWishlist } from '#app/state/wishlist.ts'
import { listTaggedProducts } from '#modules/catalog/contract.ts'
import { EmptyState } from './empty-state.tsx'
import { SavedProductCard } from './saved-product-card.tsx'

/** Products removed from the wishlist disappear at once. */
export function SavedItems({ userId }: { userId: string }) {
  const { data } = useQuery(wishlistQuery(userId), queryClient)
  const ids = useWishlist((state) => state.ids)
  const cards = data?.products.filter(({ id }) => ids.has(id)) ?? []
  if (cards.length > 0)
    return (
      <ul className="product-grid mt-block" aria-label="Saved items">
        {cards.map((card) => (
          <li key={card.id}>
            <SavedProductCard card={card} />
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <EmptyState title="You have not saved anything yet." text="Tap the heart on a product to save it here." />
      <AlsoLike />
    </>
  )
}

const maxCards = 4
const placeholders = Array.from({ length: maxCards }, (_, index) => index)

const featuredQuery = {
  queryKey: ['featured'],
  queryFn: () => call(listTaggedProducts, { params: { tag: 'Featured' }, query: { pageSize: maxCards } }),
}

/** A static block, as specified: the first featured products. */
function AlsoLike() {
  const { data: { data: cards } = {} } = useQuery(featuredQuery, queryClient)
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
                <ApiCardLink card={card} className="card w-full">
                  <span className="card-tile block">
                    <ApiCardPicture card={card} />
                  </span>
                  <span className="card-name">{card.name}</span>
                  <ApiCardPrice card={card} />
                </ApiCardLink>
              </li>
            ))
          : placeholders.map((place) => (
              <li key={place} aria-hidden="true">
                <div className="card-tile skeleton" />
              </li>
            ))}
      </ul>
    </section>
  )
}
