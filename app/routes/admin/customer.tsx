import { useState } from 'react'
import { href, Link, useRevalidator, useRouteLoaderData } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Panel } from '#app/features/admin/form-section.tsx'
import { roleNames } from '#app/features/admin/role-names.ts'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { relativeTime, sumsOf, type WireOrder } from '#app/features/order/order.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import type { Member } from '#app/layouts/admin.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { localDay, longDate } from '#app/lib/dates.ts'
import { required, useForm } from '#app/lib/form.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireCustomer } from '#modules/accounts/admin-contract.ts'
import type { Route } from './+types/customer'

export function clientLoader({ request, params: { userId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, async (get) => {
    const [customer, orders] = await Promise.all([
      get<WireCustomer>(`/admin/customers/${userId}`),
      get<WireOrder[]>(`/admin/customers/${userId}/orders`),
    ])
    return { customer, orders }
  })
}

const columns: Column<WireOrder>[] = [
  {
    title: 'Order',
    cell: ({ orderId, orderNumber }) => <Link to={href('/admin/orders/:orderId', { orderId })}>{orderNumber}</Link>,
  },
  { title: 'Placed', cell: ({ orderDate }) => relativeTime(orderDate, new Date()) },
  { title: 'Status', cell: ({ payment }) => <OrderStatus code={payment.status} /> },
  { title: 'Total', isNumber: true, cell: (order) => sumsOf(order).total },
]

export default function CustomerPage({ loaderData: { customer, orders } }: Route.ComponentProps) {
  const member = useRouteLoaderData<Member>('layouts/admin')
  const { name, email, emailConfirmed, phoneNumber, role, since, deactivatedAt, username } = customer
  return (
    <>
      <AdminHead title={name} back={{ to: href('/admin/customers'), title: 'Customers' }}>
        {member?.role === 'Admin' && role === 'Customer' && <DeactivateButton customer={customer} />}
      </AdminHead>
      {deactivatedAt && (
        <p className="admin-intro text-error">
          Deactivated: {relativeTime(deactivatedAt, new Date())}. This customer cannot sign in.
        </p>
      )}
      <div className="admin-columns lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="lg:[grid-area:1/2]">
          <Panel title="Account">
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 wrap-anywhere [&>dt]:text-granite">
              <dt>Email</dt>
              <dd>
                {email}
                <span className="t-note block text-granite">
                  {emailConfirmed ? 'Email confirmed' : 'Email not confirmed'}
                </span>
              </dd>
              <dt>Phone</dt>
              <dd>{phoneNumber ?? '–'}</dd>
              <dt>Username</dt>
              <dd>{username}</dd>
              <dt>Joined</dt>
              <dd>{longDate(localDay(new Date(since)))}</dd>
              <dt>Role</dt>
              <dd>{roleNames[role]}</dd>
            </dl>
          </Panel>
          <Panel title="Notes">
            <Notes customer={customer} />
          </Panel>
        </div>
        <div>
          <AdminTable
            caption="Orders, newest first"
            columns={columns}
            rows={orders}
            rowKey={({ orderId }) => orderId}
            page={1}
            hasMore={false}
            empty={{ title: 'No orders yet', text: 'Orders of this customer appear here.' }}
          />
        </div>
      </div>
    </>
  )
}

const checks = { text: required('a note') }

function Notes({ customer: { userId, notes } }: { customer: WireCustomer }) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    checks,
    async send({ text }, form) {
      await callAuthenticated(`/admin/customers/${userId}/notes`, { method: 'POST', body: { text } })
      form.reset()
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <>
      <ol className="activity-list mb-3">
        {notes.map(({ id, at, author, text }) => (
          <li key={id}>
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</span>
            <span className="t-note text-granite">
              {author}, {relativeTime(at, new Date())}
            </span>
          </li>
        ))}
      </ol>
      <form className="grid gap-1" aria-label="Notes" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextArea label="Internal note" name="text" rows={2} maxLength={1000} error={errors.text} />
        <p className="t-note m-0 mb-2 text-granite">Customers can read these notes when they download their data.</p>
        <Button type="submit" look="line" className="justify-self-start" busy={sending} busyText="Saving...">
          Add note
        </Button>
      </form>
    </>
  )
}

function DeactivateButton({ customer: { userId, name, deactivatedAt } }: { customer: WireCustomer }) {
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()

  const setDeactivated = async (deactivated: boolean) => {
    try {
      await callAuthenticated(`/admin/customers/${userId}/deactivation`, { method: 'PUT', body: { deactivated } })
      toast(deactivated ? `Account of ${name} deactivated` : `Account of ${name} reactivated`, 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    setOpen(false)
    await revalidate()
  }

  if (deactivatedAt)
    return (
      <Button look="line" busy={busy} busyText="Saving..." onClick={() => run(() => setDeactivated(false))}>
        Reactivate account
      </Button>
    )
  return (
    <ConfirmDialog
      title="Deactivate this account?"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn btn-line">
          Deactivate account
        </button>
      }
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        {name} is signed out on all devices and cannot sign in. Open orders continue. You can reactivate the account at
        any time.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Saving..." onClick={() => run(() => setDeactivated(true))}>
          Deactivate account
        </Button>
        <DialogClose className="btn btn-line">Cancel</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
