import { useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { quoteStatusNames } from '#app/features/admin/quote-names.ts'
import { errorMessage } from '#app/lib/api.ts'
import { longDate } from '#app/lib/dates.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { QuoteRecord } from '#modules/quotes/contract.ts'
import { formatQuantity } from '#modules/quotes/sums.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/edit'
import { draftOf } from './draft.ts'
import { QuoteEditor } from './editor.tsx'

export function clientLoader({ request, params: { quoteId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<QuoteRecord>(`/admin/quotes/${quoteId}`))
}

const quoteUrl = (token: string) => href('/quotes/:token', { token })

export default function EditQuote({ loaderData: loaded }: Route.ComponentProps) {
  const [saved, setSaved] = useState<QuoteRecord>()
  const [isChanged, setChanged] = useState(false)
  const quote = saved && saved.quoteId === loaded.quoteId && saved.version > loaded.version ? saved : loaded
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
        {quote.orderId && (
          <Link className="text-link" to={href('/admin/orders/:orderId', { orderId: quote.orderId })}>
            View order
          </Link>
        )}
      </p>
      {isOpen ? (
        <QuoteEditor
          key={`${loaded.quoteId} ${loaded.version}`}
          initial={draftOf(loaded)}
          record={loaded}
          onSaved={setSaved}
          onChanged={setChanged}
        >
          <SendButton quote={quote} />
        </QuoteEditor>
      ) : (
        <ReadOnlyQuote quote={quote} />
      )}
    </>
  )
}

function SendButton({ quote: { quoteId, version, status, email } }: { quote: QuoteRecord }) {
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const send = async () => {
    try {
      await callAuthenticated(`/admin/quotes/${quoteId}/send`, { method: 'POST', body: { version } })
      toast(`Quote sent to ${email}`, 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    await revalidate()
  }
  return (
    <Button look={status === 'draft' ? 'ink' : 'line'} busy={busy} busyText="Sending..." onClick={() => run(send)}>
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
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const withdraw = async () => {
    try {
      await callAuthenticated(`/admin/quotes/${quoteId}/withdraw`, { method: 'POST', body: { version } })
      toast(`Quote ${quoteNumber} withdrawn`, 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    setOpen(false)
    await revalidate()
  }
  return (
    <ConfirmDialog
      title={`Withdraw quote ${quoteNumber}?`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="line" disabled={isDisabled}>
          Withdraw quote
        </Button>
      }
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        The link stops working and the customer can no longer accept the quote. This cannot be undone.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Withdrawing..." onClick={() => run(withdraw)}>
          Withdraw quote
        </Button>
        <DialogClose className="btn btn-line">Cancel</DialogClose>
      </div>
    </ConfirmDialog>
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
              {line.productName}, {formatQuantity(line)}
            </span>
            <span className="t-price">
              {formatMoney(fromWire(line.totalInUSD), 'USD')} / {formatMoney(fromWire(line.total), 'NPR')}
            </span>
          </li>
        ))}
      </ul>
      <p className="t-h4 t-price m-0 mt-4 text-right">
        {formatMoney(fromWire(quote.totalInUSD), 'USD')} / {formatMoney(fromWire(quote.total), 'NPR')}
      </p>
    </FormSection>
  )
}
