import { load, pageQuery } from '#app/lib/load.server.ts'
import { pageOfList, Seo } from '#app/lib/seo.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { type SearchResults, shopPageSize } from '#modules/catalog/schema.ts'
import { noteSearch } from '#modules/reports/service.server.ts'
import type { Route } from './+types/all'
import { ShopFilters } from './filters.tsx'
import { shopQuerySchema } from './list-query.ts'
import { Listing } from './listing.tsx'
import { PlainSearch } from './plain-search.tsx'
import { NearestCategories, OfferedBestSellers } from './search-offers.tsx'
import { openedTo, shelfOf, tilesOf } from './shelf.ts'

export function loader(args: Route.LoaderArgs) {
  return load(args, async (shop) => {
    const { page, Name, CategoryIds = [], ...rest } = pageQuery(args, shopQuerySchema, ['CategoryIds'])
    const paging = openedTo(page, shopPageSize)
    const query = { ...rest, Name, CategoryIds, ...paging }
    const found: Pick<SearchResults, 'page'> & Partial<SearchResults> = Name?.trim()
      ? await shop.catalog.results(shop.db, query)
      : { page: await shop.catalog.search(shop.db, query) }
    await noteSearch(shop, { typed: Name, found: found.page.totalItems })
    const { sortBy, color, size } = rest
    return {
      filters: { name: Name?.trim() || undefined, categoryIds: CategoryIds, sortBy, color, size },
      shelf: shelfOf(found.page, paging),
      bestSellers: tilesOf(found.bestSellers ?? []),
      near: found.near ?? [],
    }
  })
}

const description =
  'Crystals, jewellery and accessories from the Himalayas of Nepal, with the stone, the place and the treatment of each piece told as they are.'

export default function Shop({ loaderData: { filters, shelf, bestSellers, near } }: Route.ComponentProps) {
  const { name, categoryIds, color, size, sortBy } = filters
  const isFiltered = Boolean(categoryIds.length || color || size)
  const pageNumber = sortBy || name || isFiltered ? 1 : shelf.pageNumber
  const title = name ? `Results for “${name}”` : 'Shop'
  if (name && shelf.totalItems === 0 && !isFiltered) {
    return (
      <>
        <Seo title="No Results Found" description={description} path="/shop" noindex />
        <div className="pt-header">
          <Notice title="No Results Found" text={`Nothing in the shop answers to “${name}”.`}>
            <NearestCategories near={near} />
          </Notice>
          <OfferedBestSellers cards={bestSellers} />
        </div>
      </>
    )
  }
  return (
    <>
      <Seo
        {...pageOfList(pageNumber, { title, description, path: '/shop' })}
        noindex={Boolean(name) || isFiltered || shelf.cards.length === 0}
      />
      {name ? (
        <PageHead title={title} underHeader>
          <p>{shelf.totalItems === 1 ? '1 piece' : `${shelf.totalItems} pieces`}</p>
        </PageHead>
      ) : (
        <PageHead title="Stones, metals and leather, from 4,000 metres down" underHeader>
          <p>Every piece is one person’s work. When it is gone, the next will be a little different.</p>
        </PageHead>
      )}
      <div className="page pt-8">
        <PlainSearch text={name} />
        <ShopFilters filters={filters} totalItems={shelf.totalItems} />
      </div>
      <Listing shelf={shelf} />
      <OfferedBestSellers cards={bestSellers} />
    </>
  )
}
