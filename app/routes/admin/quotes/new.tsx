import { href, useNavigate, useRouteError } from 'react-router'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { useSite } from '#app/lib/seo.tsx'
import type { EnquiryRecord } from '#modules/enquiries/admin-schema.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/new'
import { newDraft } from './draft.ts'
import { QuoteEditor } from './editor.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const enquiryId = new URL(request.url).searchParams.get('enquiry')
  return loadAsStaff(request, async (get) => ({
    enquiry: enquiryId ? await get<EnquiryRecord>(`/admin/enquiries/${enquiryId}`) : null,
  }))
}

export default function NewQuote({ loaderData: { enquiry } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { shipping } = useSite()
  const back = enquiry
    ? { to: href('/admin/enquiries/:enquiryId', { enquiryId: enquiry.enquiryId }), title: enquiry.name }
    : { to: href('/admin/quotes'), title: 'Quotes' }
  return (
    <>
      <OfficeHead title="New quote" back={back} />
      {enquiry && (
        <div className="goods-notice">
          <p className="m-0 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">«{enquiry.message}»</p>
        </div>
      )}
      <QuoteEditor
        first={newDraft(enquiry ?? {}, shipping)}
        enquiryId={enquiry?.enquiryId ?? null}
        onSaved={({ quoteId }) =>
          // Only once the editor knows that nothing is unsaved does it let go.
          setTimeout(() => navigate(href('/admin/quotes/:quoteId', { quoteId }), { replace: true }), 0)
        }
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
