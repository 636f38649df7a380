import { href, Link } from 'react-router'
import { AddressLines } from '#app/features/address/address-lines.tsx'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Panel } from '#app/features/admin/form-section.tsx'
import { Notes } from '#app/features/admin/notes.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { amountIn, relativeTime } from '#app/features/order/order.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import { localDay, longDate } from '#app/lib/dates.ts'
import { loadAsStaff, useChange } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { TelLink } from '#app/ui/tel-link.tsx'
import {
  addCustomerNote,
  getCustomer,
  setCustomerDeactivation,
  type WireCustomer,
} from '#modules/accounts/admin-contract.ts'
import { listCustomerAddresses, type WireAddress } from '#modules/addresses/contract.ts'
import { listReviews } from '#modules/catalog/moderation-contract.ts'
import { listEnquiries } from '#modules/enquiries/admin-contract.ts'
import {
  type AdminOrderRow,
  type CustomerSales,
  getCustomerSales,
  listAdminOrders,
} from '#modules/orders/admin-contract.ts'
import { listQuotes } from '#modules/quotes/contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/customer'
import { CustomerEnquiries, CustomerQuotes, CustomerReviews } from './customer-records.tsx'

const recordCount = 20

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const customer = await loadAsStaff(request, getCustomer, { params })
  const ofCustomer = { customer: customer.userId, size: recordCount }
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  const [addresses, sales, orders, quotes, enquiries, reviews] = await Promise.all([
    loadAsStaff(request, listCustomerAddresses, { params }),
    loadAsStaff(request, getCustomerSales, { params }),
    loadAsStaff(request, listAdminOrders, { query: { customer: customer.userId, page } }),
    loadAsStaff(request, listQuotes, { query: ofCustomer }),
    loadAsStaff(request, listEnquiries, { query: { ...ofCustomer, status: 'all' } }),
    loadAsStaff(request, listReviews, { query: ofCustomer }),
  ])
  return { customer, addresses, sales, orders, quotes: quotes.rows, enquiries: enquiries.rows, reviews: reviews.rows }
}

const columns: Column<AdminOrderRow>[] = [
  {
    title: 'Order',
    cell: ({ orderId, orderNumber }) => (
      <Link to={href('/admin/orders/:orderId', { orderId })} prefetch="intent">
        {orderNumber}
      </Link>
    ),
  },
  { title: 'Placed', cell: ({ orderDate }) => relativeTime(orderDate, new Date()) },
  { title: 'Status', cell: ({ status }) => <OrderStatus code={status} /> },
  { title: 'Items', isNumber: true, cell: ({ itemCount }) => itemCount },
  {
    title: 'Total',
    isNumber: true,
    cell: (row) => amountIn(row, row.totalAmount, row.totalPriceInUSD),
  },
]

export default function CustomerPage({ loaderData }: Route.ComponentProps) {
  const { customer, addresses, sales, orders, quotes, enquiries, reviews } = loaderData
  const { name, email, role, deactivatedAt } = customer
  return (
    <>
      <AdminHead title={name || email} back={{ to: href('/admin/customers'), title: 'Customers' }}>
        {role === 'Customer' && <DeactivateButton customer={customer} />}
      </AdminHead>
      {deactivatedAt && (
        <p className="admin-intro text-error">
          Deactivated: {relativeTime(deactivatedAt, new Date())}. This customer cannot sign in.
        </p>
      )}
      <div className="admin-columns lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="lg:[grid-area:1/2]">
          <Panel title="Account">
            <Account customer={customer} addresses={addresses} />
          </Panel>
          <Panel title="Sales">
            <Sales sales={sales} />
          </Panel>
          <Panel title={addresses.length === 1 ? 'Address' : 'Addresses'}>
            <Addresses addresses={addresses} />
          </Panel>
          <Panel title="Notes">
            <Notes
              notes={customer.notes}
              listClass="mb-3"
              draftName={`note on customer ${customer.userId}`}
              hint="Customers can read these notes when they download their data."
              add={(text) =>
                callAuthenticated(addCustomerNote, { params: { userId: customer.userId }, body: { text } })
              }
            />
          </Panel>
        </div>
        <div>
          <section>
            <h2 className="t-h4 mb-3">Orders</h2>
            <AdminTable
              caption="Orders, newest first"
              columns={columns}
              list={orders}
              rowKey={({ orderId }) => orderId}
              empty={{ title: 'No orders yet', text: 'Orders of this customer appear here.' }}
            />
          </section>
          <CustomerQuotes quotes={quotes} />
          <CustomerEnquiries enquiries={enquiries} />
          <CustomerReviews reviews={reviews} />
        </div>
      </div>
    </>
  )
}

function Account({ customer, addresses }: { customer: WireCustomer; addresses: WireAddress[] }) {
  const { email, emailConfirmed, phoneNumber, role, since, username } = customer
  const phone = phoneNumber || (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.phone
  return (
    <>
      {phone && <TelLink className="phone-link mb-2" number={phone} />}
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 wrap-anywhere [&>dt]:text-granite">
        <dt>Email</dt>
        <dd>
          <a className="text-link" href={`mailto:${email}`}>
            {email}
          </a>
          <span className="t-note block text-granite">
            {emailConfirmed ? 'Email confirmed' : 'Email not confirmed'}
          </span>
        </dd>
        {!phone && (
          <>
            <dt>Phone</dt>
            <dd>–</dd>
          </>
        )}
        <dt>Username</dt>
        <dd>{username}</dd>
        <dt>Joined</dt>
        <dd>{longDate(localDay(new Date(since)))}</dd>
        <dt>Role</dt>
        <dd>{role}</dd>
      </dl>
    </>
  )
}

function Sales({ sales: { orders, delivered, refused, spent } }: { sales: CustomerSales }) {
  const amounts = [
    ...(spent.npr > 0 || spent.usd === 0 ? [formatMoney(fromWire(spent.npr), 'NPR')] : []),
    ...(spent.usd > 0 ? [formatMoney(fromWire(spent.usd), 'USD')] : []),
  ]
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 tabular-nums [&>dd]:text-right [&>dt]:text-granite">
        <dt>Amount spent</dt>
        <dd>
          {amounts.map((amount) => (
            <span key={amount} className="block">
              {amount}
            </span>
          ))}
        </dd>
        <dt>Orders</dt>
        <dd>{orders}</dd>
        <dt>Delivered</dt>
        <dd>{delivered}</dd>
        <dt>Refused</dt>
        <dd className={refused > 0 ? 'text-error' : undefined}>{refused}</dd>
      </dl>
      <p className="t-note m-0 mt-3">
        Amount spent counts delivered orders with shipping, less returned items, each in its own currency. Refused are
        parcels that were shipped and came back.
      </p>
    </>
  )
}

function Addresses({ addresses }: { addresses: WireAddress[] }) {
  if (addresses.length === 0) return <p className="m-0 text-granite">No saved addresses.</p>
  return (
    <ul className="grid gap-4">
      {addresses.map((address) => (
        <li key={address.addressId}>
          <AddressLines address={address} />
          {addresses.length > 1 && address.isDefault && <span className="t-note text-granite">Default address</span>}
        </li>
      ))}
    </ul>
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
