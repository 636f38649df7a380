import { useState } from 'react'
import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { quoteStatusNames } from '#app/features/admin/quote-names.ts'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, useChange, useRecord } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { getAdminQuote, type QuoteRecord, sendQuote, withdrawQuote } from '#modules/quotes/contract.ts'
import { formatQuantity } from '#modules/quotes/sums.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/edit'
import { QuoteEditor } from './editor.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getAdminQuote, { params })
}

const quoteUrl = (token: string) => href('/quotes/:token', { token })

export default function EditQuote({ loaderData, params }: Route.ComponentProps) {
  const [quote, setSaved] = useRecord(getAdminQuote, { params }, loaderData)
  const [isChanged, setChanged] = useState(false)
  const { quoteNumber, status, isExpired, enquiryId } = quote
  const isOpen = status === 'draft' || status === 'sent'
  const back = enquiryId
    ? { to: href('/admin/enquiries/:enquiryId', { enquiryId }), title: 'Enquiry' }
    : { to: href('/admin/quotes'), title: 'Quotes' }
  return (
    <>
      <AdminHead title={`Quote ${quoteNumber}`} back={back}>
        {status !== 'draft' && status !== 'withdrawn' && <QuoteLinks token={quote.token} />}
        {isOpen && <WithdrawButton quote={quote} isDisabled={isChanged} />}
      </AdminHead>
      <p className="admin-notice">
        {status === 'sent' && isExpired ? 'Expired' : quoteStatusNames[status]}, valid until{' '}
        {longDate(quote.validUntil)}
        <RecordLinks quote={quote} />
      </p>
      {isOpen ? (
        <QuoteEditor key={quote.quoteId} record={quote} onSaved={setSaved} onChanged={setChanged}>
          <SendButton quote={quote} />
        </QuoteEditor>
      ) : (
        <ReadOnlyQuote quote={quote} />
      )}
    </>
  )
}

const recordLink = 'text-link inline-flex min-h-target items-center'

function RecordLinks({ quote: { customer, enquiryId, orderId } }: { quote: QuoteRecord }) {
  return (
    <span className="flex flex-wrap gap-x-5 empty:hidden">
      {customer && (
        <Link className={recordLink} to={href('/admin/customers/:userId', { userId: customer.userId })}>
          {customer.name}
        </Link>
      )}
      {enquiryId && (
        <Link className={recordLink} to={href('/admin/enquiries/:enquiryId', { enquiryId })}>
          View enquiry
        </Link>
      )}
      {orderId && (
        <Link className={recordLink} to={href('/admin/orders/:orderId', { orderId })}>
          View order
        </Link>
      )}
    </span>
  )
}

function SendButton({ quote: { quoteId, version, status, email } }: { quote: QuoteRecord }) {
  const { busy, change } = useChange(sendQuote, { message: `Quote sent to ${email}` })
  return (
    <Button
      look={status === 'draft' ? 'ink' : 'line'}
      busy={busy}
      busyText="Sending..."
      onClick={() => change({ params: { quoteId }, body: { version } })}
    >
      {status === 'draft' ? 'Send quote' : 'Resend quote'}
    </Button>
  )
}

function QuoteLinks({ token }: { token: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + quoteUrl(token))
      toast('Link copied', 'success')
    } catch {
      toast('The browser blocked copying. Open the quote and copy its URL.', 'error')
    }
  }
  return (
    <>
      <Link className="btn btn-line" to={quoteUrl(token)} target="_blank">
        View as customer
      </Link>
      <Button look="line" onClick={() => void copy()}>
        Copy link
      </Button>
    </>
  )
}

/** Disabled while the form has unsaved changes, because the reload would discard them. */
function WithdrawButton({ quote, isDisabled }: { quote: QuoteRecord; isDisabled: boolean }) {
  const { quoteId, version, quoteNumber } = quote
  const { change } = useChange(withdrawQuote, { message: `Quote ${quoteNumber} withdrawn` })
  return (
    <ConfirmButton
      trigger={
        <Button look="line" disabled={isDisabled}>
          Withdraw quote
        </Button>
      }
      title={`Withdraw quote ${quoteNumber}?`}
      text="The link stops working and the customer can no longer accept the quote. This cannot be undone."
      action="Withdraw quote"
      busyText="Withdrawing..."
      onConfirm={() => change({ params: { quoteId }, body: { version } })}
    />
  )
}

function ReadOnlyQuote({ quote }: { quote: QuoteRecord }) {
  return (
    <FormSection title={`Products for ${quote.name}`}>
      <ul className="m-0 list-none p-0">
        {quote.lines.map((line) => (
          <li
            key={`${line.productId} ${line.productAttributeId} ${line.unit}`}
            className="flex flex-wrap justify-between gap-x-6 border-rule border-b py-3"
          >
            <span>
              <Link
                className="text-link"
                to={href('/admin/products/:productId', { productId: String(line.productId) })}
              >
                {line.productName}
              </Link>
              , {formatQuantity(line)}
            </span>
            <span className="t-price">
              {formatMoney(fromWire(line.total), 'NPR')} / {formatMoney(fromWire(line.totalInUSD), 'USD')}
            </span>
          </li>
        ))}
      </ul>
      <p className="t-h4 t-price m-0 mt-4 text-right">
        {formatMoney(fromWire(quote.total), 'NPR')} / {formatMoney(fromWire(quote.totalInUSD), 'USD')}
      </p>
      {quote.deposit > 0 && (
        <p className="t-price m-0 mt-1 text-right text-granite">
          Deposit {formatMoney(fromWire(quote.deposit), 'NPR')} / {formatMoney(fromWire(quote.depositInUSD), 'USD')}
        </p>
      )}
    </FormSection>
  )
}
