import { href } from 'react-router'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { breadcrumbs, pageOfList, Seo, useSite } from '#app/lib/seo.tsx'
import { tagUrl } from '#app/lib/urls.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { shopPageSize, tagSchema } from '#modules/catalog/schema.ts'
import { categories } from '#shared/categories.ts'
import { parseInput } from '#shared/input.ts'
import { tagKey } from '#shared/slugs.ts'
import type { Route } from './+types/tag'
import { listQuerySchema } from './list-query.ts'
import { Listing } from './listing.tsx'
import { openedTo, shelfOf } from './shelf.ts'
import { TagSort } from './sort-bar.tsx'

/** The shop's own spelling of a tag, however the address writes it. */
function spelling(tag: string, ofCards: string[]): string {
  const key = tagKey(tag)
  const known = [...categories.flatMap(({ subcategories }) => [...subcategories]), ...ofCards]
  return known.find((each) => tagKey(each) === key) ?? tag.trim()
}

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const tag = parseInput(tagSchema, args.params.tag)
    const { page, sortBy } = pageQuery(args, listQuerySchema)
    const paging = openedTo(page, shopPageSize)
    const shelf = shelfOf(await catalog.withTag(db, tag, paging, sortBy), paging)
    return { tag: spelling(tag, shelf.cards[0]?.tags ?? []), sortBy, shelf }
  })
}

export default function TagPage({ loaderData: { tag, sortBy, shelf } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  const title = tag.charAt(0).toUpperCase() + tag.slice(1)
  const pageNumber = sortBy ? 1 : shelf.pageNumber
  const pieces = shelf.totalItems === 1 ? '1 piece' : `${shelf.totalItems} pieces`
  const description = `${title}: ${pieces} from the Himalayas of Nepal, each with its facts and both prices.`
  return (
    <>
      <Seo
        {...pageOfList(pageNumber, { title, description, path: tagUrl(tag) })}
        noindex={shelf.cards.length === 0}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Shop', path: href('/shop') },
            { name: title, path: tagUrl(tag) },
          ]),
        ]}
      />
      <PageHead title={title}>{shelf.totalItems > 0 && <p>{pieces}</p>}</PageHead>
      <div className="page pt-8">{shelf.totalItems > 0 && <TagSort sortBy={sortBy} />}</div>
      <Listing shelf={shelf} />
    </>
  )
}
