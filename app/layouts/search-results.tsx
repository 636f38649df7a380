import { Link } from 'react-router'
import { BestSellers } from './best-sellers.tsx'
import type { Found } from './use-search.ts'
import { WireCardLink, WirePicture, WirePrice } from './wire-card.tsx'

/** With fewer results than this, best sellers fill the sheet. */
const sparseResults = 3

function summary(found: Found | undefined): string {
  if (!found) return 'Searching'
  if ('failure' in found) return found.failure
  if (found.total === 0) return 'No Results Found'
  return found.total === 1 ? '1 result' : `${found.total} results`
}

/** Results as they are typed: as plain links, and told to those who do not see them. */
export function SearchResults({ found, allResults }: { found: Found | undefined; allResults: string }) {
  const products = found && 'products' in found ? found.products : []
  const total = found && 'total' in found ? found.total : undefined
  return (
    <>
      <p className={total === 0 ? 't-h3 m-0' : 'm-0 text-[.9375rem] text-granite'} role="status">
        {summary(found)}
      </p>
      <ul className="m-0 mt-5 grid list-none gap-x-gap p-0 sm:grid-cols-2">
        {products.map((card) => (
          <li key={card.productId} className="border-rule border-t">
            <WireCardLink card={card} className="card grid grid-cols-[4.5rem_1fr] items-center gap-5 py-3">
              <span className="card-tile block">
                <WirePicture card={card} />
              </span>
              <span>
                <span className="card-name m-0">{card.name}</span>
                <WirePrice card={card} />
              </span>
            </WireCardLink>
          </li>
        ))}
      </ul>
      {total !== undefined && total > products.length && (
        <Link className="btn-text mt-4" to={allResults}>
          <span>View all</span>
        </Link>
      )}
      {total !== undefined && total < sparseResults && (
        <div className="mt-10 border-rule border-t pt-8">
          <BestSellers />
        </div>
      )}
    </>
  )
}
