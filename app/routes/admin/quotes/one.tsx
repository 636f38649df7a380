import { useState } from 'react'
import { href, Link, useRevalidator, useRouteError } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { QuoteRecord } from '#modules/quotes/schema.ts'
import { quantityWords } from '#modules/quotes/sums.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Part } from '../ui/part.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/one'
import { draftOf } from './draft.ts'
import { QuoteEditor } from './editor.tsx'
import { quoteStates } from './words.ts'

export function clientLoader({ request, params: { quoteId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<QuoteRecord>(`/admin/quotes/${quoteId}`))
}

const failure = 'Something went wrong, please try again later'
const linkOf = (token: string) => href('/quotes/:token', { token })

export default function OneQuote({ loaderData: loaded }: Route.ComponentProps) {
  const [saved, setSaved] = useState<QuoteRecord>()
  const [isChanged, setChanged] = useState(false)
  const quote = saved && saved.quoteId === loaded.quoteId && saved.version > loaded.version ? saved : loaded
  const { quoteNumber, state, isExpired, enquiryId } = quote
  const isOpen = state === 'draft' || state === 'sent'
  const back = enquiryId
    ? { to: href('/admin/enquiries/:enquiryId', { enquiryId }), title: 'Enquiry' }
    : { to: href('/admin/quotes'), title: 'Quotes' }
  return (
    <>
      <OfficeHead title={`Quote ${quoteNumber}`} back={back}>
        {state !== 'draft' && state !== 'withdrawn' && <CopyLink token={quote.token} />}
        {isOpen && <Withdraw quote={quote} isOff={isChanged} />}
      </OfficeHead>
      <p className="goods-notice">
        {state === 'sent' && isExpired ? 'Run out' : quoteStates[state]}, valid until {longDate(quote.validUntil)}
        {quote.orderId && (
          <Link className="desk-link" to={href('/admin/orders/:orderId', { orderId: quote.orderId })}>
            To the order
          </Link>
        )}
      </p>
      {isOpen ? (
        <QuoteEditor
          key={`${loaded.quoteId} ${loaded.version}`}
          first={draftOf(loaded)}
          record={loaded}
          onSaved={setSaved}
          onChanged={setChanged}
        >
          <Send quote={quote} />
        </QuoteEditor>
      ) : (
        <Settled quote={quote} />
      )}
    </>
  )
}

function Send({ quote: { quoteId, version, state, email } }: { quote: QuoteRecord }) {
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const send = async () => {
    try {
      await callAsCustomer(`/admin/quotes/${quoteId}/send`, { method: 'POST', body: { version } })
      toast(`The quote is on its way to ${email}`, 'success')
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    await revalidate()
  }
  return (
    <Button look={state === 'draft' ? 'ink' : 'line'} busy={busy} busyText="Sending..." onClick={() => run(send)}>
      {state === 'draft' ? 'Send by mail' : 'Send once more'}
    </Button>
  )
}

function CopyLink({ token }: { token: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + linkOf(token))
      toast('The link is copied', 'success')
    } catch {
      toast('The browser did not let us copy. Open the quote and copy its address.', 'error')
    }
  }
  return (
    <>
      <Link className="btn btn-line" to={linkOf(token)} target="_blank">
        See as the buyer
      </Link>
      <Button look="line" onClick={() => void copy()}>
        Copy the link
      </Button>
    </>
  )
}

/** Off while something is typed that is not saved: it would be gone. */
function Withdraw({ quote, isOff }: { quote: QuoteRecord; isOff: boolean }) {
  const { quoteId, version, quoteNumber } = quote
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const withdraw = async () => {
    try {
      await callAsCustomer(`/admin/quotes/${quoteId}/withdraw`, { method: 'POST', body: { version } })
      toast(`Quote ${quoteNumber} is withdrawn`, 'success')
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
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
        <Button look="line" disabled={isOff}>
          Withdraw
        </Button>
      }
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        Its link will no longer open, and nobody can accept it. This cannot be undone.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Withdrawing..." onClick={() => run(withdraw)}>
          Withdraw
        </Button>
        <DialogClose className="btn btn-line">Keep it</DialogClose>
      </div>
    </ConfirmDialog>
  )
}

function Settled({ quote }: { quote: QuoteRecord }) {
  return (
    <Part title={`For ${quote.name}`}>
      <ul className="m-0 list-none p-0">
        {quote.lines.map((line) => (
          <li
            key={`${line.productId} ${line.productAttributeId} ${line.unit}`}
            className="flex flex-wrap justify-between gap-x-6 border-rule border-b py-3"
          >
            <span>
              {line.productName}, {quantityWords(line)}
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
    </Part>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
