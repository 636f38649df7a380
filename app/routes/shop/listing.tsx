import { Link, useLocation } from 'react-router'
import { EmptyShelf } from '#app/features/product/empty-shelf.tsx'
import { ProductGrid } from '#app/features/product/grid.tsx'
import { pageAddress } from '#app/lib/page-url.ts'
import { useListLoading } from './list-loading.ts'
import { LoadMore } from './load-more.tsx'
import { useOpenedCards } from './opened-cards.ts'
import type { Shelf } from './shelf.ts'

/** The products of a list page, the way to what came before them and the way to more. */
export function Listing({ shelf }: { shelf: Shelf }) {
  const { cards, skipped } = useOpenedCards(shelf)
  const loading = useListLoading()
  const location = useLocation()
  const { pageSize, totalItems, firstPage } = shelf
  const left = totalItems - skipped - cards.length
  return (
    <section className="page" aria-labelledby="products" aria-busy={Boolean(loading)}>
      <h2 id="products" className="sr-only">
        Products
      </h2>
      <p className="sr-only" role="status">
        {loading && 'Loading products...'}
      </p>
      {skipped > 0 && cards.length > 0 && (
        <p className="mt-0 mb-10 text-center">
          <Link className="btn-text" to={pageAddress(location, firstPage - 1)}>
            <span>Show the pieces before these</span>
          </Link>
        </p>
      )}
      {loading === 'anew' ? (
        <ProductGrid cards={[]} coming={pageSize} />
      ) : cards.length === 0 ? (
        <EmptyShelf />
      ) : (
        <>
          <ProductGrid cards={cards} coming={loading === 'more' ? Math.min(pageSize, left) : 0} />
          <LoadMore shelf={shelf} shown={cards.length} skipped={skipped} />
        </>
      )}
    </section>
  )
}
