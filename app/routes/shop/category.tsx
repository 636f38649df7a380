import { z } from 'zod'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { categoryNameSchema, categoryPageSize, sortSchema } from '#modules/catalog/schema.ts'
import { categoryByName } from '#shared/categories.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/category'
import { Listing } from './listing.tsx'
import { pageNumberSchema } from './page-number.ts'

const querySchema = z.object({ page: pageNumberSchema, sortBy: sortSchema })

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const name = parseInput(categoryNameSchema, args.params.category)
    const { page, sortBy } = pageQuery(args, querySchema)
    const listed = await catalog.inCategory(db, name, { pageNumber: page, pageSize: categoryPageSize }, sortBy)
    return { title: categoryByName(name)?.title ?? name, page: listed }
  })
}

export default function CategoryPage({ loaderData: { title, page } }: Route.ComponentProps) {
  return <Listing title={title} page={page} />
}
