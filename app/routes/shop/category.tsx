import { href } from 'react-router'
import { breadcrumbs, pageSeo, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { categoryNameSchema, categoryPageSize } from '#modules/catalog/contract.ts'
import { categoryByName } from '#shared/categories.ts'
import { ShopError } from '#shared/errors.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/category'
import { CategoryHero, categoryText } from './category-hero.tsx'
import { listQuerySchema } from './list-query.ts'
import { Listing } from './listing.tsx'
import { pagingUpTo, toProductList } from './product-list.ts'
import { CategorySort } from './sort-bar.tsx'

export const handle: Handle = { cache: { query: ['sortBy', 'page'] } }

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog, pageSeo: seoTexts }) => {
    const category = categoryByName(parseInput(categoryNameSchema, args.params.category))
    if (!category) throw new ShopError('notFound', 'Category not found')
    const { page, sortBy } = pageQuery(args, listQuerySchema)
    const paging = pagingUpTo(page, categoryPageSize)
    return {
      category,
      sortBy,
      seo: await seoTexts.of(category.key),
      productList: toProductList(await catalog.inCategory(db, category.key, paging, sortBy), paging),
    }
  })
}

export default function CategoryPage({ loaderData: { category, sortBy, seo, productList } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  const pageNumber = sortBy ? 1 : productList.pageNumber
  const path = href('/shop/:category', { category: category.path })
  return (
    <>
      <Seo
        {...pageSeo(pageNumber, { title: category.title, description: categoryText(category.key), path, own: seo })}
        noindex={productList.cards.length === 0}
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
      <Listing productList={productList} />
    </>
  )
}
