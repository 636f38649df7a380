import { z } from 'zod'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { shopPageSize, sortSchema, tagSchema } from '#modules/catalog/schema.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/tag'
import { Listing } from './listing.tsx'
import { pageNumberSchema } from './page-number.ts'

const querySchema = z.object({ page: pageNumberSchema, sortBy: sortSchema })

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const tag = parseInput(tagSchema, args.params.tag)
    const { page, sortBy } = pageQuery(args, querySchema)
    return { tag, page: await catalog.withTag(db, tag, { pageNumber: page, pageSize: shopPageSize }, sortBy) }
  })
}

export default function TagPage({ loaderData: { tag, page } }: Route.ComponentProps) {
  return <Listing title={tag.charAt(0).toUpperCase() + tag.slice(1)} page={page} />
}
