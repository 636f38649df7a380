import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { listTexts } from '#modules/content/service.server.ts'
import type { Route } from './+types/bulk-buying'
import { BulkForm } from './bulk-form.tsx'

const path = '/bulk-buying'

const facts = [
  ['Made to order', 'Felt, lokta paper, dhaka cloth and brass can be made in numbers. The workshops need time for it.'],
  ['Chosen, not repeated', 'No two crystals are alike. For those we send pictures of what we have.'],
  ['A price first', 'We answer with a price before any work begins. Nothing is owed for asking.'],
] as const

export const handle: Handle = { cache: { query: [] }, sitemap: true }

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, pageSeo }) => ({ ...(await listTexts(db, 'bulk')), seo: await pageSeo.of('bulk') }))
}

export default function BulkBuying({ loaderData: { lead, seo } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  return (
    <>
      <Seo
        title="Bulk Buying"
        description="For shops, hotels and gifts: tell us what you need from Nepal, how many pieces and by when, and a person answers with a price."
        path={path}
        own={seo}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Home', path: '/' },
            { name: 'Bulk Buying', path },
          ]),
        ]}
      />
      <div className="bg-stage">
        <div className="page grid-12 gap-y-12 py-16 lg:py-24">
          <div className="col-span-12 lg:col-span-5">
            <p className="m-0 mb-4 text-granite">Bulk Buying</p>
            <h1 className="t-h1">Many pieces, one conversation</h1>
            <p className="t-lead mt-6 mb-0 max-w-prose">{lead}</p>
            <dl className="m-0 mt-block max-w-prose border-edge/40 border-t">
              {facts.map(([name, text]) => (
                <div key={name} className="border-edge/40 border-b py-5">
                  <dt className="t-h4">{name}</dt>
                  <dd className="m-0 mt-1 text-granite">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div className="col-span-12 lg:col-span-6 lg:col-start-7">
            <BulkForm />
          </div>
        </div>
      </div>
    </>
  )
}
