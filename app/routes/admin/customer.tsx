import { useState } from 'react'
import { href, Link, useRevalidator, useRouteError, useRouteLoaderData } from 'react-router'
import { momentWords, sumsOf, type WireOrder } from '#app/features/order/order.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { localDay, longDate } from '#app/lib/dates.ts'
import { required, useForm } from '#app/lib/form.ts'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireCustomer } from '#modules/accounts/admin-schema.ts'
import type { Route } from './+types/customer'
import type { Member } from './frame.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request, params: { userId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, async (get) => {
    const [customer, orders] = await Promise.all([
      get<WireCustomer>(`/admin/customers/${userId}`),
      get<WireOrder[]>(`/admin/customers/${userId}/orders`),
    ])
    return { customer, orders }
  })
}

const failure = 'Something went wrong, please try again later'

const columns: Column<WireOrder>[] = [
  {
    title: 'Order',
    cell: ({ orderId, orderNumber }) => <Link to={href('/admin/orders/:orderId', { orderId })}>{orderNumber}</Link>,
  },
  { title: 'Placed', cell: ({ orderDate }) => momentWords(orderDate, new Date()) },
  { title: 'State', cell: ({ payment }) => <OrderStatus code={payment.status} /> },
  { title: 'Total', isNumber: true, cell: (order) => sumsOf(order).total },
]

export default function CustomerPage({ loaderData: { customer, orders } }: Route.ComponentProps) {
  const member = useRouteLoaderData<Member>('routes/admin/frame')
  const { name, email, emailConfirmed, phoneNumber, role, since, deactivatedAt, username } = customer
  return (
    <>
      <OfficeHead title={name} back={{ to: href('/admin/customers'), title: 'Customers' }}>
        {member?.role === 'Admin' && role === 'Customer' && <Deactivate customer={customer} />}
      </OfficeHead>
      {deactivatedAt && (
        <p className="office-words text-error">
          Deactivated {momentWords(deactivatedAt, new Date())}: signed out everywhere, and cannot sign in.
        </p>
      )}
      <div className="desk-order">
        <div className="desk-first">
          <section className="desk-part">
            <h2>Account</h2>
            <dl className="facts">
              <dt>Email</dt>
              <dd>
                {email}
                <span className="t-note block text-granite">{emailConfirmed ? 'Confirmed' : 'Not confirmed'}</span>
              </dd>
              <dt>Phone</dt>
              <dd>{phoneNumber ?? '–'}</dd>
              <dt>Username</dt>
              <dd>{username}</dd>
              <dt>Since</dt>
              <dd>{longDate(localDay(new Date(since)))}</dd>
              <dt>Role</dt>
              <dd>{role}</dd>
            </dl>
          </section>
          <section className="desk-part">
            <h2>Notes</h2>
            <Notes customer={customer} />
          </section>
        </div>
        <div className="desk-second">
          <AdminTable
            caption="Orders, newest first"
            columns={columns}
            rows={orders}
            rowKey={({ orderId }) => orderId}
            page={1}
            hasMore={false}
            empty={{ title: 'No orders yet', text: 'What this person orders stands here.' }}
          />
        </div>
      </div>
    </>
  )
}

const checks = { words: required('a note') }

function Notes({ customer: { userId, notes } }: { customer: WireCustomer }) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    checks,
    async send({ words }, form) {
      await callAsCustomer(`/admin/customers/${userId}/notes`, { method: 'POST', body: { words } })
      form.reset()
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error, failure), 'error'),
  })
  return (
    <>
      <ol className="desk-history mb-3">
        {notes.map(({ id, at, author, words }) => (
          <li key={id}>
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">{words}</span>
            <span className="t-note text-granite">
              {author}, {momentWords(at, new Date())}
            </span>
          </li>
        ))}
      </ol>
      <form className="grid gap-1" aria-label="Notes" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextArea label="A note for colleagues" name="words" rows={2} maxLength={1000} error={errors.words} />
        <p className="t-note m-0 mb-2 text-granite">The person can read it when they ask for their data.</p>
        <Button type="submit" look="line" className="justify-self-start" busy={sending} busyText="Saving...">
          Add note
        </Button>
      </form>
    </>
  )
}

function Deactivate({ customer: { userId, name, deactivatedAt } }: { customer: WireCustomer }) {
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()

  const set = async (deactivated: boolean) => {
    try {
      await callAsCustomer(`/admin/customers/${userId}/deactivation`, { method: 'PUT', body: { deactivated } })
      toast(deactivated ? `${name} was deactivated` : `${name} may sign in again`, 'success')
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    setOpen(false)
    await revalidate()
  }

  if (deactivatedAt)
    return (
      <Button look="line" busy={busy} busyText="Saving..." onClick={() => run(() => set(false))}>
        Let in again
      </Button>
    )
  return (
    <ConfirmDialog
      title="Deactivate this account?"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn btn-line">
          Deactivate
        </button>
      }
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        {name} is signed out everywhere at once and cannot sign in. Orders on their way go on. You can let them in
        again.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Saving..." onClick={() => run(() => set(true))}>
          Deactivate
        </Button>
        <DialogClose className="btn btn-line">Keep it</DialogClose>
      </div>
    </ConfirmDialog>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
