import { FindField, useFindText } from '#app/features/admin/find-field.tsx'
import { useAdminQuery } from '#app/queries/admin.ts'
import { showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { listCustomers } from '#modules/accounts/admin-contract.ts'
import { listCustomerAddresses } from '#modules/addresses/contract.ts'
import { type AdminOrderRow, getAdminOrder, listAdminOrders } from '#modules/orders/admin-contract.ts'
import { type ChosenCustomer, type DraftAddress, toDraftAddress } from './draft.ts'

type Found = { customer: ChosenCustomer | null; address: DraftAddress }
type Props = { onFound: (found: Found) => void }

const maxResults = 5
const minLength = 2

type Person = { key: string; title: string; detail: string; load: () => Promise<Found> }

/** Finds accounts, and people without an account by their earlier orders. */
export function FindCustomer({ onFound }: Props) {
  const text = useFindText(minLength)
  const [busy, run] = useBusy()
  const query = { q: text.q, size: String(maxResults) }
  const accounts = useAdminQuery(listCustomers, { query }, text.q !== '')
  const orders = useAdminQuery(listAdminOrders, { query }, text.q !== '')
  const choose = ({ load }: Person) =>
    run(async () => {
      try {
        onFound(await load())
      } catch (error) {
        showFailure(error)
      }
    })
  const list = {
    label: 'Matching customers',
    hits: [...(accounts.data?.rows ?? []).map(withAccount), ...peopleOf(orders.data?.rows ?? []).map(withoutAccount)],
    isLoaded: !accounts.isFetching && !orders.isFetching && !busy,
    empty: 'Nobody found. Enter the name and phone number below.',
    keyOf: ({ key }: Person) => key,
  }
  return (
    <FindField
      label="Find customer"
      placeholder="Phone, email or name"
      text={text}
      list={list}
      onSelect={(person) => void choose(person)}
    >
      {({ title, detail }) => (
        <span>
          {title}
          <span className="t-note block text-granite">{detail}</span>
        </span>
      )}
    </FindField>
  )
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

const withAccount = (account: Account & { userId: string }): Person => ({
  key: account.userId,
  title: account.name || account.email,
  detail: joined(account.email, account.phoneNumber),
  load: () => loadAccount(account.userId, account),
})

const withoutAccount = ({ orderId, orderNumber, name, phone, place }: AdminOrderRow): Person => ({
  key: orderId,
  title: name || phone,
  detail: joined(phone, place, `no account, order ${orderNumber}`),
  load: async () => ({ customer: null, address: await orderAddress(orderId) }),
})

/** One row per person without an account; orders with an account are found as accounts. */
function peopleOf(orders: readonly AdminOrderRow[]): AdminOrderRow[] {
  const people = new Map<string, AdminOrderRow>()
  for (const order of orders) {
    const person = `${order.name} ${order.phone}`
    // A sale over the counter without a name has no place.
    if (!order.customerId && (order.place || order.phone) && !people.has(person)) people.set(person, order)
  }
  return [...people.values()]
}

async function orderAddress(orderId: string): Promise<DraftAddress> {
  const { order } = await callAuthenticated(getAdminOrder, { params: { orderId } })
  return toDraftAddress(order.address)
}

type Account = { name: string; email: string; phoneNumber: string | null }

/** The account with its addresses: the default first, then the address of the last order. */
async function loadAccount(userId: string, { name, email, phoneNumber }: Account): Promise<Found> {
  const [stored, { rows }] = await Promise.all([
    callAuthenticated(listCustomerAddresses, { params: { userId } }),
    callAuthenticated(listAdminOrders, { query: { customer: userId, size: '1' } }),
  ])
  const byDefault = stored.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(toDraftAddress)
  const [last] = rows
  const all = last ? [...byDefault, await orderAddress(last.orderId)] : byDefault
  const addresses = all.filter((address, index) => all.findIndex((other) => isSamePlace(other, address)) === index)
  const phone = phoneNumber ?? ''
  const [firstName = '', ...lastNames] = name.split(' ')
  const empty = toDraftAddress({ firstName, lastName: lastNames.join(' '), phone })
  return { customer: { userId, name, email, phone, addresses }, address: addresses[0] ?? empty }
}

const isSamePlace = (a: DraftAddress, b: DraftAddress) =>
  (['firstName', 'lastName', 'streetAddress', 'city', 'state', 'phone'] as const).every((name) => a[name] === b[name])
