import { href, redirect } from 'react-router'
import * as z from 'zod/mini'
import { FindCertificate } from '#app/features/certificate/find-certificate.tsx'
import { Seo } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load, pageQuery } from '#app/lib/load.server.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { parseCode } from '#modules/certificates/code.ts'
import { certificateCodeSchema } from '#modules/certificates/contract.ts'
import type { Route } from './+types/certificates'

const querySchema = z.object({ code: z.optional(certificateCodeSchema) })

/** Not cached: a typed code is part of the URL. */
export const handle: Handle = { sitemap: true }

export async function loader(args: Route.LoaderArgs) {
  const { code: typed = '' } = await load(args, async () => pageQuery(args, querySchema))
  const code = parseCode(typed) ?? typed.trim()
  if (code) throw redirect(href('/certificate/:code', { code }))
  return null
}

export default function Certificates() {
  return (
    <>
      <Seo
        title="Certificates"
        description="Enter the code on the card of your piece to see its certificate: mineral, origin, treatment, weight, size and maker, as they were when it was sold."
        path="/certificate"
      />
      <PageHead label="Certificates" title="What your piece is">
        <p>
          Each piece that we sell has a certificate: what it is, where it comes from and what was done to it, as we
          wrote it down on the day of the sale.
        </p>
      </PageHead>
      <div className="page grid-12 gap-y-10 pt-block">
        <div className="col-span-12 lg:col-span-5">
          <FindCertificate />
        </div>
        <p className="col-span-12 m-0 max-w-prose text-granite lg:col-span-6 lg:col-start-7">
          The code is on the card in the parcel, in the email about your order and in My Orders. It has thirteen letters
          and digits. Capitals and hyphens do not matter.
        </p>
      </div>
    </>
  )
}
