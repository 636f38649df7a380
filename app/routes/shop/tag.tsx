import { href } from 'react-router'
import { breadcrumbs, pageSeo, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { tagUrl } from '#app/lib/urls.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { shopPageSize, tagSchema } from '#modules/catalog/contract.ts'
import { categories } from '#shared/categories.ts'
import { parseInput } from '#shared/input.ts'
import { tagKey } from '#shared/slugs.ts'
import type { Route } from './+types/tag'
import { listQuerySchema } from './list-query.ts'
import { Listing } from './listing.tsx'
import { pagingUpTo, toProductList } from './product-list.ts'
import { TagSort } from './sort-bar.tsx'

/** The shop's spelling of a tag, for any spelling in the URL. */
function displayName(tag: string, cardTags: string[]): string {
  const key = tagKey(tag)
  const tagNames = [...categories.flatMap(({ subcategories }) => [...subcategories]), ...cardTags]
  return tagNames.find((each) => tagKey(each) === key) ?? tag.trim()
}

export const handle: Handle = { cache: { query: ['sortBy', 'page'] } }

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const tag = parseInput(tagSchema, args.params.tag)
    const { page, sortBy } = pageQuery(args, listQuerySchema)
    const paging = pagingUpTo(page, shopPageSize)
    const productList = toProductList(await catalog.withTag(db, tag, paging, sortBy), paging)
    return { tag: displayName(tag, productList.cards[0]?.tags ?? []), sortBy, productList }
  })
}

export default function TagPage({ loaderData: { tag, sortBy, productList } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  const title = tag.charAt(0).toUpperCase() + tag.slice(1)
  const pageNumber = sortBy ? 1 : productList.pageNumber
  const countText = productList.totalItems === 1 ? '1 product' : `${productList.totalItems} products`
  const description = `${title}: ${countText} from the Himalayas of Nepal, each with its facts and both prices.`
  return (
    <>
      <Seo
        {...pageSeo(pageNumber, { title, description, path: tagUrl(tag) })}
        noindex={productList.cards.length === 0}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Shop', path: href('/shop') },
            { name: title, path: tagUrl(tag) },
          ]),
        ]}
      />
      <PageHead title={title}>{productList.totalItems > 0 && <p>{countText}</p>}</PageHead>
      <div className="page pt-8">{productList.totalItems > 0 && <TagSort sortBy={sortBy} />}</div>
      <Listing productList={productList} />
    </>
  )
}
