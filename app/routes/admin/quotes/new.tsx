import { href, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { getEnquiry } from '#modules/enquiries/admin-contract.ts'
import type { Route } from './+types/new'
import { newDraft } from './draft.ts'
import { QuoteEditor } from './editor.tsx'

export const handle: Handle = { right: 'quotes' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const enquiryId = new URL(request.url).searchParams.get('enquiry')
  return { enquiry: enquiryId ? await loadAsStaff(request, getEnquiry, { params: { enquiryId } }) : null }
}

export default function NewQuote({ loaderData: { enquiry } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { shipping } = useSite()
  const back = enquiry
    ? { to: href('/admin/enquiries/:enquiryId', { enquiryId: enquiry.enquiryId }), title: enquiry.name }
    : { to: href('/admin/quotes'), title: 'Quotes' }
  return (
    <>
      <AdminHead title="Create quote" back={back} />
      {enquiry && (
        <div className="admin-notice">
          <p className="m-0 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">“{enquiry.message}”</p>
        </div>
      )}
      <QuoteEditor
        initial={() => newDraft(enquiry ?? {}, shipping)}
        enquiryId={enquiry?.enquiryId ?? null}
        onSaved={({ quoteId }, isChanged) =>
          isChanged || navigate(href('/admin/quotes/:quoteId', { quoteId }), { replace: true })
        }
      />
    </>
  )
}
