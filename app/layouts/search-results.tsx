import { Link } from 'react-router'
import { ApiCardLink, ApiCardPicture, ApiCardPrice } from './api-product-card.tsx'
import { BestSellers } from './best-sellers.tsx'
import type { SearchState } from './use-search.ts'

/** With fewer results than this, best sellers fill the panel. */
const fewResults = 3

function summary(search: SearchState | undefined): string {
  if (!search) return 'Searching'
  if ('failure' in search) return search.failure
  if (search.total === 0) return 'No Results Found'
  return search.total === 1 ? '1 result' : `${search.total} results`
}

/** Search results while typing, announced to screen readers. */
export function SearchResults({ search, allResults }: { search: SearchState | undefined; allResults: string }) {
  const products = search && 'products' in search ? search.products : []
  const total = search && 'total' in search ? search.total : undefined
  return (
    <>
      <p className={total === 0 ? 't-h3 m-0' : 'm-0 text-[.9375rem] text-granite'} role="status">
        {summary(search)}
      </p>
      <ul className="m-0 mt-5 grid list-none gap-x-gap p-0 sm:grid-cols-2">
        {products.map((card) => (
          <li key={card.productId} className="border-rule border-t">
            <ApiCardLink card={card} className="card grid grid-cols-[4.5rem_1fr] items-center gap-5 py-3">
              <span className="card-tile block">
                <ApiCardPicture card={card} />
              </span>
              <span>
                <span className="card-name m-0">{card.name}</span>
                <ApiCardPrice card={card} />
              </span>
            </ApiCardLink>
          </li>
        ))}
      </ul>
      {total !== undefined && total > products.length && (
        <Link className="btn-text mt-4" to={allResults}>
          <span>View all</span>
        </Link>
      )}
      {total !== undefined && total < fewResults && (
        <div className="mt-10 border-rule border-t pt-8">
          <BestSellers />
        </div>
      )}
    </>
  )
}
