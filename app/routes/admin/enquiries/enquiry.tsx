import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { quoteStatusNames } from '#app/features/admin/quote-names.ts'
import { relativeTime } from '#app/features/order/order.ts'
import { loadAsStaff, useChange, useChangeForm } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { TelLink } from '#app/ui/tel-link.tsx'
import {
  type EnquiryRecord,
  type EnquiryStatus,
  getEnquiry,
  replyToEnquiry,
  setEnquiryStatus,
} from '#modules/enquiries/admin-contract.ts'
import { listQuotes, type QuoteRecord } from '#modules/quotes/contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/enquiry'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const [enquiry, { rows: quotes }] = await Promise.all([
    loadAsStaff(request, getEnquiry, { params }),
    loadAsStaff(request, listQuotes, { query: { enquiryId: params.enquiryId } }),
  ])
  return { enquiry, quotes }
}

const statusActions: Record<EnquiryStatus, readonly (readonly [EnquiryStatus, string])[]> = {
  new: [['closed', 'Close without reply']],
  answered: [['closed', 'Close enquiry']],
  closed: [['new', 'Reopen enquiry']],
}

export default function Enquiry({ loaderData: { enquiry, quotes } }: Route.ComponentProps) {
  const { name, kind, email, phoneNumber, message, createdAt, answers, customer } = enquiry
  return (
    <>
      <AdminHead
        title={kind === 'bulk' ? `Bulk enquiry from ${name}` : `Message from ${name}`}
        back={{ to: href('/admin/enquiries'), title: 'Enquiries' }}
      >
        <StatusButtons enquiry={enquiry} />
      </AdminHead>
      <div className="admin-columns">
        <div>
          <FormSection title="Message">
            <p className="m-0 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>
            <p className="t-note m-0 mt-4">{relativeTime(createdAt, new Date())}</p>
          </FormSection>
          {answers.map((answer) => (
            <FormSection key={answer.id} title={`Reply from ${answer.by}`}>
              <p className="m-0 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{answer.message}</p>
              <p className="t-note m-0 mt-4">
                To {answer.to}, {relativeTime(answer.sentAt, new Date())}
              </p>
            </FormSection>
          ))}
          <FormSection title={answers.length > 0 ? 'New reply' : 'Reply'}>
            <ReplyForm key={enquiry.enquiryId} enquiry={enquiry} />
          </FormSection>
        </div>
        <div className="lg:sticky lg:top-5">
          <FormSection title="Contact">
            <p className="m-0 [overflow-wrap:anywhere]">{name}</p>
            {email && (
              <p className="m-0 [overflow-wrap:anywhere]">
                <a className="text-link inline-flex min-h-target items-center" href={`mailto:${email}`}>
                  {email}
                </a>
              </p>
            )}
            {phoneNumber && (
              <p className="m-0">
                <TelLink className="phone-link" number={phoneNumber} />
              </p>
            )}
            {customer && (
              <p className="m-0 [overflow-wrap:anywhere]">
                Customer:{' '}
                <Link
                  className="text-link inline-flex min-h-target items-center"
                  to={href('/admin/customers/:userId', { userId: customer.userId })}
                >
                  {customer.name}
                </Link>
              </p>
            )}
            <p className="t-note m-0 mt-1">{replyNote(enquiry)}</p>
          </FormSection>
          {kind === 'bulk' && (
            <FormSection title="Quotes">
              <Quotes quotes={quotes} />
              <Link className="btn btn-line w-full" to={`${href('/admin/quotes/new')}?enquiry=${enquiry.enquiryId}`}>
                Create quote
              </Link>
            </FormSection>
          )}
        </div>
      </div>
    </>
  )
}

/** Whether and where a reply is possible. */
function replyNote({ email, phoneNumber, isAccountEmail }: EnquiryRecord): string {
  if (email) return isAccountEmail ? 'You can reply to the email of their account.' : 'You can reply to this email.'
  return phoneNumber ? 'No email. You can call.' : 'No email or phone number: you cannot reply.'
}

function Quotes({ quotes }: { quotes: QuoteRecord[] }) {
  if (quotes.length === 0) return <p className="m-0 mb-4 text-granite">No quotes yet.</p>
  return (
    <ul className="m-0 mb-4 list-none p-0">
      {quotes.map(({ quoteId, quoteNumber, status, total, totalInUSD }) => (
        <li key={quoteId} className="flex min-h-target items-center justify-between gap-4">
          <Link
            className="text-link inline-flex min-h-target items-center"
            to={href('/admin/quotes/:quoteId', { quoteId })}
          >
            {quoteNumber}
          </Link>
          <span className="text-granite">
            {quoteStatusNames[status]}, {formatMoney(fromWire(total), 'NPR')} /{' '}
            {formatMoney(fromWire(totalInUSD), 'USD')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function StatusButtons({ enquiry: { enquiryId, version, status } }: { enquiry: EnquiryRecord }) {
  const reset = useChange(setEnquiryStatus, { message: 'Change undone' })
  const { busy, change } = useChange(setEnquiryStatus, {
    message: ({ body }) => (body.status === 'closed' ? 'Enquiry closed' : 'Enquiry reopened'),
    undo: (changed) => reset.change({ params: { enquiryId }, body: { version: changed.version, status } }),
  })
  return statusActions[status].map(([to, title]) => (
    <Button
      key={to}
      look="line"
      busy={busy}
      onClick={() => change({ params: { enquiryId }, body: { version, status: to } })}
    >
      {title}
    </Button>
  ))
}

function ReplyForm({ enquiry }: { enquiry: EnquiryRecord }) {
  const { enquiryId } = enquiry
  const { ref, sending, errors, onSubmit, onInput } = useChangeForm({
    schema: replyToEnquiry.body,
    draftName: `reply to enquiry ${enquiryId}`,
    send: (body) => callAuthenticated(replyToEnquiry, { params: { enquiryId }, body }),
    message: () => 'Reply sent',
  })
  return (
    <form ref={ref} aria-label="Reply" noValidate onSubmit={onSubmit} onInput={onInput}>
      {!enquiry.email && (
        <p className="m-0 mb-4 max-w-prose">
          This visitor left no email address. If the message contains an address, enter it below. Otherwise you cannot
          reply.
        </p>
      )}
      <Field label="To" name="to" type="email" defaultValue={enquiry.email ?? ''} error={errors.to} />
      <TextArea label="Message" name="message" rows={8} className="py-3" maxLength={10_000} error={errors.message} />
      <Button type="submit" busy={sending} busyText="Sending...">
        Send reply
      </Button>
    </form>
  )
}
