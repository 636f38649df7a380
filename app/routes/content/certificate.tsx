import { data, href, Link, redirect } from 'react-router'
import { FindCertificate } from '#app/features/certificate/find-certificate.tsx'
import { CertificateState } from '#app/features/certificate/state.tsx'
import { factRows } from '#app/features/product/fact-rows.ts'
import { Facts } from '#app/features/product/facts.tsx'
import { Seo } from '#app/features/site/seo.tsx'
import { monthAndYear } from '#app/lib/dates.ts'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { parseCode } from '#modules/certificates/code.ts'
import type { Certificate } from '#modules/certificates/contract.ts'
import { readCertificate } from '#modules/certificates/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { callerOrigin } from '#platform/request-scope.server.ts'
import { httpStatus, ShopError } from '#shared/errors.ts'
import type { Route } from './+types/certificate'

/** Not cached: a return shows at once, and unknown codes are counted. */
export const handle: Handle = { robots: 'noindex' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const { code: typed } = args.params
  const code = parseCode(typed)
  if (code !== undefined && code !== typed) throw redirect(href('/certificate/:code', { code }), 301)
  const { status, ...found } = await load(args, (shop) => find(shop, typed))
  return data(found, { status })
}

/** A code that is unknown, or that may not be looked up now, has a page with a field to type it again. */
async function find(shop: Shop, typed: string) {
  try {
    const { facts, ...certificate } = await readCertificate(shop, callerOrigin(), typed)
    return { certificate: { ...certificate, factRows: factRows(facts) }, refusal: '', status: 200 }
  } catch (error) {
    if (!(error instanceof ShopError) || (error.code !== 'notFound' && error.code !== 'tooMany')) throw error
    return { certificate: null, refusal: error.message, status: httpStatus[error.code] }
  }
}

const description = 'A certificate of a piece from the Himalayas of Nepal.'

export default function CertificatePage({ loaderData, params: { code } }: Route.ComponentProps) {
  const { certificate, refusal } = loaderData
  if (!certificate) return <NotFound typed={code} refusal={refusal} />
  const { productName, attributeValue, measure, productImage } = certificate
  return (
    <article className="page grid-12 items-start gap-y-8 pt-6 lg:pt-10">
      <Seo title={`Certificate of ${productName}`} description={description} path={href('/certificate')} />
      <div className="card-tile col-span-12 sm:col-span-8 sm:col-start-3 lg:col-span-6 lg:col-start-1">
        {productImage ? (
          <img src={productImage} width={800} height={1000} alt={productName} />
        ) : (
          <MountainDrawing className="tile-placeholder" />
        )}
      </div>
      <div className="col-span-12 lg:col-span-5 lg:col-start-8 lg:pt-6">
        <p className="m-0 mb-4 text-granite">Certificate</p>
        <h1 className="t-h2 [overflow-wrap:anywhere]">{productName}</h1>
        {attributeValue && <p className="t-lead mt-3 mb-0">{[attributeValue, measure].filter(Boolean).join(', ')}</p>}
        <p className="mt-8 mb-0 text-[1.125rem] tabular-nums">{certificate.code}</p>
        <State {...certificate} />
        <Facts rows={certificate.factRows} />
      </div>
    </article>
  )
}

/** What each state means for whoever holds the card. */
const meanings: Record<Certificate['state'], (since: string) => string> = {
  valid: () => 'The facts below are those of the day of the sale.',
  returned: (since) => `The piece came back to us in ${since}. This certificate is void.`,
  replaced: (since) => `A certificate with another code took its place in ${since}. This one is void.`,
  withdrawn: (since) => `The piece was taken out of its order in ${since}. This certificate is void.`,
}

function State({ state, stateSince, soldIn }: Pick<Certificate, 'state' | 'stateSince' | 'soldIn'>) {
  return (
    <div className="mt-5 border-rule border-t pt-5">
      <p className="m-0 flex flex-wrap justify-between gap-x-6 gap-y-1">
        <CertificateState state={state} />
        <span className="text-granite">
          {state === 'withdrawn' ? 'Ordered' : 'Sold'} in {monthAndYear(soldIn)}
        </span>
      </p>
      <p className="m-0 mt-2 text-granite">{meanings[state](monthAndYear(stateSince))}</p>
    </div>
  )
}

function NotFound({ typed, refusal }: { typed: string; refusal: string }) {
  return (
    <div className="page grid-12 gap-y-10 py-16 lg:py-24">
      <Seo title="Certificate not found" description={description} path={href('/certificate')} />
      <div className="col-span-12 lg:col-span-6">
        <h1 className="t-h2">We could not find this certificate</h1>
        <p className="mt-4 mb-0 max-w-prose text-granite">
          Please compare the code with the card. It has thirteen letters and digits, and never an I, L, O or U.
        </p>
        <p className="mt-6 mb-0">
          <Link className="btn-text" to={href('/facts')}>
            <span>What a certificate says</span>
          </Link>
        </p>
      </div>
      <div className="col-span-12 lg:col-span-5 lg:col-start-8">
        <FindCertificate key={typed} typed={typed} error={refusal} />
      </div>
    </div>
  )
}
