import { href, Link, useRevalidator, useRouteError } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { isEmail, required, useForm } from '#app/lib/form.ts'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { TelLink } from '#app/ui/tel-link.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { EnquiryRecord, EnquiryState } from '#modules/enquiries/admin-schema.ts'
import type { QuoteRecord } from '#modules/quotes/schema.ts'
import type { Listed } from '#shared/lists.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import { quoteStates } from '../quotes/words.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Part } from '../ui/part.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/one'

export function clientLoader({ request, params: { enquiryId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, async (get) => {
    const [enquiry, quotes] = await Promise.all([
      get<EnquiryRecord>(`/admin/enquiries/${enquiryId}`),
      get<Listed<QuoteRecord>>(`/admin/quotes?enquiryId=${enquiryId}`),
    ])
    return { enquiry, quotes: quotes.rows }
  })
}

const failure = 'Something went wrong, please try again later'
const moves: Record<EnquiryState, readonly (readonly [EnquiryState, string])[]> = {
  new: [['closed', 'Close without an answer']],
  answered: [['closed', 'Close']],
  closed: [['new', 'Open again']],
}

export default function Enquiry({ loaderData: { enquiry, quotes } }: Route.ComponentProps) {
  const { name, kind, email, phoneNumber, message, createdAt, answers } = enquiry
  return (
    <>
      <OfficeHead
        title={kind === 'bulk' ? `Bulk enquiry from ${name}` : `Question from ${name}`}
        back={{ to: href('/admin/enquiries'), title: 'Enquiries' }}
      >
        <Moves enquiry={enquiry} />
      </OfficeHead>
      <div className="goods-editor">
        <div>
          <Part title="Message">
            <p className="m-0 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>
            <p className="t-note m-0 mt-4">{momentWords(createdAt, new Date())}</p>
          </Part>
          {answers.map((answer) => (
            <Part key={answer.id} title={`Answer by ${answer.by}`}>
              <p className="m-0 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{answer.message}</p>
              <p className="t-note m-0 mt-4">
                To {answer.to}, {momentWords(answer.sentAt, new Date())}
              </p>
            </Part>
          ))}
          <Part title={answers.length > 0 ? 'Answer again' : 'Answer by mail'}>
            <Answer key={enquiry.enquiryId} enquiry={enquiry} />
          </Part>
        </div>
        <div>
          <Part title="From">
            <p className="m-0 [overflow-wrap:anywhere]">{name}</p>
            {email && (
              <p className="m-0 [overflow-wrap:anywhere]">
                <a className="desk-link inline-flex min-h-target items-center" href={`mailto:${email}`}>
                  {email}
                </a>
              </p>
            )}
            {phoneNumber && (
              <p className="m-0">
                <TelLink className="desk-phone" number={phoneNumber} />
              </p>
            )}
            {!email && !phoneNumber && <p className="t-note m-0 mt-1">Neither an email nor a phone number was left.</p>}
            {kind === 'contact' && email && <p className="t-note m-0 mt-1">The address of their account.</p>}
          </Part>
          {kind === 'bulk' && (
            <Part title="Quotes">
              <Quotes quotes={quotes} />
              <Link className="btn btn-line w-full" to={`${href('/admin/quotes/new')}?enquiry=${enquiry.enquiryId}`}>
                Write a quote
              </Link>
            </Part>
          )}
        </div>
      </div>
    </>
  )
}

function Quotes({ quotes }: { quotes: QuoteRecord[] }) {
  if (quotes.length === 0) return <p className="m-0 mb-4 text-granite">No quote was written yet.</p>
  return (
    <ul className="m-0 mb-4 list-none p-0">
      {quotes.map(({ quoteId, quoteNumber, state, totalInUSD }) => (
        <li key={quoteId} className="flex min-h-target items-center justify-between gap-4">
          <Link
            className="desk-link inline-flex min-h-target items-center"
            to={href('/admin/quotes/:quoteId', { quoteId })}
          >
            {quoteNumber}
          </Link>
          <span className="text-granite">
            {quoteStates[state]}, {formatMoney(fromWire(totalInUSD), 'USD')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Moves({ enquiry: { enquiryId, version, state } }: { enquiry: EnquiryRecord }) {
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const move = async (to: EnquiryState) => {
    try {
      await callAsCustomer(`/admin/enquiries/${enquiryId}`, { method: 'PUT', body: { version, state: to } })
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    await revalidate()
  }
  return moves[state].map(([to, title]) => (
    <Button key={to} look="line" busy={busy} onClick={() => run(() => move(to))}>
      {title}
    </Button>
  ))
}

function Answer({ enquiry }: { enquiry: EnquiryRecord }) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm<'to' | 'message'>({
    checks: { to: isEmail, message: required('an answer') },
    async send(body, form) {
      await callAsCustomer(`/admin/enquiries/${enquiry.enquiryId}/answers`, { method: 'POST', body })
      form.reset()
      toast('The answer is on its way', 'success')
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error, failure), 'error'),
  })
  return (
    <form aria-label="Answer" noValidate onSubmit={onSubmit} onInput={onInput}>
      {!enquiry.email && (
        <p className="m-0 mb-4 max-w-prose">
          This was sent without signing in, and the form asks for no address. If the message names one, type it below;
          otherwise it cannot be answered.
        </p>
      )}
      <Field label="To" name="to" type="email" defaultValue={enquiry.email ?? ''} error={errors.to} />
      <TextArea label="Your words" name="message" rows={8} className="py-3" maxLength={10_000} error={errors.message} />
      <Button type="submit" busy={sending} busyText="Sending...">
        Send the answer
      </Button>
    </form>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
