import { Notice } from '#app/features/site/notice.tsx'
import { pageSeo, Seo } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { type SearchResults, shopPageSize } from '#modules/catalog/contract.ts'
import { recordSearchMiss } from '#modules/reports/service.server.ts'
import type { Route } from './+types/all'
import { ShopFilters } from './filters.tsx'
import { shopQuerySchema } from './list-query.ts'
import { Listing } from './listing.tsx'
import { NoScriptSearch } from './no-script-search.tsx'
import { pagingUpTo, toProductList, withCardPictures } from './product-list.ts'
import { NearestCategories, SearchBestSellers } from './search-suggestions.tsx'

export const handle: Handle = {
  cache: { query: ['Name', 'sortBy', 'CategoryIds', 'color', 'size', 'page'] },
  sitemap: 'products',
  hero: 'ink',
}

export function loader(args: Route.LoaderArgs) {
  return load(args, async (shop) => {
    const { page, Name, CategoryIds = [], ...rest } = pageQuery(args, shopQuerySchema, ['CategoryIds'])
    const paging = pagingUpTo(page, shopPageSize)
    const query = { ...rest, Name, CategoryIds, ...paging }
    const results: Pick<SearchResults, 'page'> & Partial<SearchResults> = Name?.trim()
      ? await shop.catalog.results(shop.db, query)
      : { page: await shop.catalog.search(shop.db, query) }
    await recordSearchMiss(shop, { query: Name, resultCount: results.page.totalItems })
    const { sortBy, color, size } = rest
    return {
      filters: { name: Name?.trim() || undefined, categoryIds: CategoryIds, sortBy, color, size },
      productList: toProductList(results.page, paging),
      bestSellers: withCardPictures(results.bestSellers ?? []),
      suggestions: results.suggestions ?? [],
      seo: Name?.trim() ? null : await shop.pageSeo.of('shop'),
    }
  })
}

const description =
  'Crystals, jewellery and accessories from the Himalayas of Nepal, with the stone, the place and the treatment of each piece told as they are.'

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { filters, productList, bestSellers, suggestions, seo } = loaderData
  const { name, categoryIds, color, size, sortBy } = filters
  const isFiltered = Boolean(categoryIds.length || color || size)
  const pageNumber = sortBy || name || isFiltered ? 1 : productList.pageNumber
  const title = name ? `Results for “${name}”` : 'Shop'
  if (name && productList.totalItems === 0 && !isFiltered) {
    return (
      <>
        <Seo title="No Results Found" description={description} path="/shop" noindex />
        <div className="pt-header">
          <Notice title="No Results Found" text={`No products match “${name}”.`}>
            <NearestCategories names={suggestions} />
          </Notice>
          <SearchBestSellers cards={bestSellers} />
        </div>
      </>
    )
  }
  return (
    <>
      <Seo
        {...pageSeo(pageNumber, { title, description, path: '/shop', own: seo })}
        noindex={Boolean(name) || isFiltered || productList.cards.length === 0}
      />
      {name ? (
        <PageHead title={title} underHeader>
          <p>{productList.totalItems === 1 ? '1 product' : `${productList.totalItems} products`}</p>
        </PageHead>
      ) : (
        <PageHead title="Stones, metals and leather, from 4,000 metres down" underHeader>
          <p>Every piece is one person’s work. When it is gone, the next will be a little different.</p>
        </PageHead>
      )}
      <div className="page pt-8">
        <NoScriptSearch text={name} />
        <ShopFilters filters={filters} totalItems={productList.totalItems} />
      </div>
      <Listing productList={productList} />
      <SearchBestSellers cards={bestSellers} />
    </>
  )
}
