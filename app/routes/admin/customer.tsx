import { href, Link, useRouteLoaderData } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Panel } from '#app/features/admin/form-section.tsx'
import { Notes } from '#app/features/admin/notes.tsx'
import { roleNames } from '#app/features/admin/role-names.ts'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { relativeTime, sumsOf, type WireOrder } from '#app/features/order/order.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import type { Member } from '#app/layouts/admin.tsx'
import { localDay, longDate } from '#app/lib/dates.ts'
import { loadAsStaff, useChange } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import {
  addCustomerNote,
  getCustomer,
  setCustomerDeactivation,
  type WireCustomer,
} from '#modules/accounts/admin-contract.ts'
import { listCustomerOrders } from '#modules/orders/admin-contract.ts'
import type { Route } from './+types/customer'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const [customer, orders] = await Promise.all([
    loadAsStaff(request, getCustomer, { params }),
    loadAsStaff(request, listCustomerOrders, { params }),
  ])
  return { customer, orders }
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
            <Notes
              notes={customer.notes}
              listClass="mb-3"
              hint="Customers can read these notes when they download their data."
              add={(text) =>
                callAuthenticated(addCustomerNote, { params: { userId: customer.userId }, body: { text } })
              }
            />
          </Panel>
        </div>
        <div>
          <AdminTable
            caption="Orders, newest first"
            columns={columns}
            list={{ rows: orders }}
            rowKey={({ orderId }) => orderId}
            empty={{ title: 'No orders yet', text: 'Orders of this customer appear here.' }}
          />
        </div>
      </div>
    </>
  )
}

function DeactivateButton({ customer: { userId, name, deactivatedAt } }: { customer: WireCustomer }) {
  const message = deactivatedAt ? `Account of ${name} reactivated` : `Account of ${name} deactivated`
  const { busy, change } = useChange(setCustomerDeactivation, { message })
  const toggle = () => change({ params: { userId }, body: { deactivated: !deactivatedAt } })
  if (deactivatedAt)
    return (
      <Button look="line" busy={busy} busyText="Saving..." onClick={toggle}>
        Reactivate account
      </Button>
    )
  return (
    <ConfirmButton
      trigger={<Button look="line">Deactivate account</Button>}
      title="Deactivate this account?"
      text={`${name} is signed out on all devices and cannot sign in. Open orders continue. You can reactivate the account at any time.`}
      action="Deactivate account"
      onConfirm={toggle}
    />
  )
}
