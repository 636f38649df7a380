import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { useForm } from '#app/lib/form.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireDeskOrder } from '#modules/orders/admin-schema.ts'
import { type OrderState, stateOf } from '#modules/orders/statuses.ts'

type Said = { courier?: string; trackingNumber?: string; words?: string }
type Move = (to: OrderState, said?: Said) => Promise<void>

const failure = 'Something went wrong, please try again later'

/** What the shop may do with this order now. */
export function OrderMoves({ desk }: { desk: WireDeskOrder }) {
  const { order } = desk
  const { revalidate } = useRevalidator()
  const from = stateOf(order.payment.status)
  const next = desk.next.map(stateOf)

  const move: Move = async (to, said = {}) => {
    try {
      await callAsCustomer(`/admin/orders/${order.orderId}/moves`, { method: 'POST', body: { from, to, ...said } })
      toast(`Order ${order.orderNumber} is ${to} now`, 'success')
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    await revalidate()
  }

  if (next.length === 0) return null
  return (
    <div className="mt-4 grid gap-3">
      {next.includes('Confirmed') && <Confirm desk={desk} move={move} />}
      {next.includes('Shipped') && <Ship move={move} />}
      {next.includes('Delivered') && <Act label="Delivered" busyText="Saving..." act={() => move('Delivered')} />}
      {next.includes('Returned') && (
        <Ask
          label={from === 'Shipped' ? 'Refused at the door' : 'Came back'}
          title={from === 'Shipped' ? 'Was this order refused?' : 'Did this order come back?'}
          text="It becomes Returned and the customer is told by mail. Its stock stays as it is: look at the pieces first, and raise it by hand."
          act={(words) => move('Returned', { words })}
        />
      )}
      {next.includes('Canceled') && (
        <Ask
          label="Cancel the order"
          title="Cancel this order?"
          text="It will not be sent, its pieces go back on the shelf and the customer is told by mail. This cannot be undone."
          act={(words) => move('Canceled', { words })}
        />
      )}
    </div>
  )
}

function Act({ label, busyText, act }: { label: string; busyText: string; act: () => Promise<void> }) {
  const [busy, run] = useBusy()
  return (
    <Button busy={busy} busyText={busyText} onClick={() => run(act)}>
      {label}
    </Button>
  )
}

function Confirm({ desk: { order, notes }, move }: { desk: WireDeskOrder; move: Move }) {
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const unanswered = notes.filter(({ kind }) => kind === 'no-answer').length

  const noAnswer = async () => {
    try {
      await callAsCustomer(`/admin/orders/${order.orderId}/notes`, { method: 'POST', body: { kind: 'no-answer' } })
      toast('Noted: nobody answered', 'success')
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    await revalidate()
  }

  return (
    <>
      <p className="m-0 text-granite">
        Please call before it is packed.
        {unanswered > 0 && ` ${unanswered === 1 ? 'One call was' : `${unanswered} calls were`} not answered so far.`}
      </p>
      <div className="grid gap-3">
        <Act label="Confirmed by phone" busyText="Saving..." act={() => move('Confirmed')} />
        <Button look="line" busy={busy} busyText="Saving..." onClick={() => run(noAnswer)}>
          No answer
        </Button>
      </div>
    </>
  )
}

const shipChecks = {
  courier: (value: string) => (value.trim() ? undefined : 'Please enter the courier.'),
  trackingNumber: () => undefined,
}

function Ship({ move }: { move: Move }) {
  const { sending, errors, onSubmit, onInput } = useForm({
    checks: shipChecks,
    send: ({ courier, trackingNumber }) => move('Shipped', { courier, trackingNumber }),
    failed: (error) => toast(errorMessage(error, failure), 'error'),
  })
  return (
    <form className="grid gap-1" aria-label="Ship" noValidate onSubmit={onSubmit} onInput={onInput}>
      <Field label="Courier" name="courier" autoComplete="on" maxLength={80} required error={errors.courier} />
      <Field label="Tracking number" name="trackingNumber" autoComplete="off" maxLength={80} optional />
      <Button type="submit" busy={sending} busyText="Saving...">
        Shipped
      </Button>
    </form>
  )
}

type AskProps = { label: string; title: string; text: ReactNode; act: (words: string) => Promise<void> }

/** Asks once, says what will happen, and takes a sentence for the customer along. */
function Ask({ label, title, text, act }: AskProps) {
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const [words, setWords] = useState('')

  const go = async () => {
    await act(words)
    setOpen(false)
  }

  return (
    <ConfirmDialog
      title={title}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn-text justify-self-start">
          <span>{label}</span>
        </button>
      }
    >
      <DialogText className="m-0 mt-4 mb-6 text-granite">{text}</DialogText>
      <TextArea
        label="A sentence for the customer"
        name="words"
        rows={2}
        maxLength={1000}
        optional
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Saving..." onClick={() => run(go)}>
          {label}
        </Button>
        <DialogClose className="btn btn-line">Keep it as it is</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
