import { href } from 'react-router'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { breadcrumbs, pageOfList, Seo, useSite } from '#app/lib/seo.tsx'
import { categoryNameSchema, categoryPageSize } from '#modules/catalog/schema.ts'
import { categoryByName } from '#shared/categories.ts'
import { ShopError } from '#shared/errors.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/category'
import { CategoryHero, categoryText } from './category-hero.tsx'
import { listQuerySchema } from './list-query.ts'
import { Listing } from './listing.tsx'
import { openedTo, shelfOf } from './shelf.ts'
import { CategorySort } from './sort-bar.tsx'

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const category = categoryByName(parseInput(categoryNameSchema, args.params.category))
    if (!category) throw new ShopError('notFound', 'There is no such category.')
    const { page, sortBy } = pageQuery(args, listQuerySchema)
    const paging = openedTo(page, categoryPageSize)
    return { category, sortBy, shelf: shelfOf(await catalog.inCategory(db, category.key, paging, sortBy), paging) }
  })
}

export default function CategoryPage({ loaderData: { category, sortBy, shelf } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  const pageNumber = sortBy ? 1 : shelf.pageNumber
  const path = href('/shop/:category', { category: category.path })
  return (
    <>
      <Seo
        {...pageOfList(pageNumber, { title: category.title, description: categoryText(category.key), path })}
        noindex={shelf.cards.length === 0}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Shop', path: href('/shop') },
            { name: category.title, path },
          ]),
        ]}
      />
      <CategoryHero category={category.key} title={category.title} />
      <div className="page pt-8">
        <CategorySort sortBy={sortBy} category={category} />
      </div>
      <Listing shelf={shelf} />
    </>
  )
}
