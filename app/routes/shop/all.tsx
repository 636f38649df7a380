import { load, pageQuery } from '#app/lib/load.server.ts'
import { Notice } from '#app/ui/notice.tsx'
import { searchSchema, shopPageSize } from '#modules/catalog/schema.ts'
import type { Route } from './+types/all'
import { Listing } from './listing.tsx'
import { pageNumberSchema } from './page-number.ts'

const querySchema = searchSchema.omit({ pageNumber: true, pageSize: true }).extend({ page: pageNumberSchema })

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const { page, ...filters } = pageQuery(args, querySchema, ['CategoryIds'])
    return {
      name: filters.Name?.trim(),
      page: await catalog.search(db, { ...filters, pageNumber: page, pageSize: shopPageSize }),
    }
  })
}

export default function Shop({ loaderData: { name, page } }: Route.ComponentProps) {
  if (name && page.totalItems === 0) {
    return (
      <>
        <title>No Results Found · ALPINE</title>
        <meta name="robots" content="noindex" />
        <Notice title="No Results Found" text={`Nothing in the shop answers to “${name}”.`} />
      </>
    )
  }
  return <Listing title={name ? `Results for “${name}”` : 'Shop'} page={page} />
}
