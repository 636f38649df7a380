import { Link, useLocation } from 'react-router'
import { EmptyProductList } from '#app/features/product/empty-list.tsx'
import { ProductGrid } from '#app/features/product/grid.tsx'
import { pageUrl } from '#app/lib/page-url.ts'
import { useListLoading } from './list-loading.ts'
import { LoadMore } from './load-more.tsx'
import { useLoadedCards } from './loaded-cards.ts'
import type { ProductList } from './product-list.ts'

/** The products of a list page, with links to the previous and the next products. */
export function Listing({ productList }: { productList: ProductList }) {
  const { cards, skipped } = useLoadedCards(productList)
  const loading = useListLoading()
  const location = useLocation()
  const { pageSize, totalItems, firstPage } = productList
  const remaining = totalItems - skipped - cards.length
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
          <Link className="btn-text" to={pageUrl(location, firstPage - 1)}>
            <span>Show previous products</span>
          </Link>
        </p>
      )}
      {loading === 'new' ? (
        <ProductGrid cards={[]} pendingCount={pageSize} />
      ) : cards.length === 0 ? (
        <EmptyProductList />
      ) : (
        <>
          <ProductGrid cards={cards} pendingCount={loading === 'more' ? Math.min(pageSize, remaining) : 0} />
          <LoadMore productList={productList} shown={cards.length} skipped={skipped} />
        </>
      )}
    </section>
  )
}
