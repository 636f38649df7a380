import { type ReactNode, useId, useState } from 'react'
import { useDebounced } from '#app/lib/delayed-value.ts'
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

const debounceMs = 250
const maxResults = 5
const minLength = 2

/** Finds accounts, and people without an account by their earlier orders. */
export function FindCustomer({ onFound }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [busy, run] = useBusy()
  const text = typed.trim()
  const q = useDebounced(text, debounceMs)
  const isLongEnough = q.length >= minLength
  const query = { q, size: String(maxResults) }
  const accounts = useAdminQuery(listCustomers, { query }, isLongEnough)
  const orders = useAdminQuery(listAdminOrders, { query }, isLongEnough)
  const isLoaded = isLongEnough && q === text && !accounts.isFetching && !orders.isFetching
  const people = peopleOf(orders.data?.rows ?? [])
  const hits = accounts.data?.rows ?? []
  const choose = (find: () => Promise<Found>) =>
    run(async () => {
      try {
        onFound(await find())
        setTyped('')
      } catch (error) {
        showFailure(error)
      }
    })
  return (
    <div className="relative mb-2">
      <label className="field-label" htmlFor={id}>
        Find customer
      </label>
      <input
        id={id}
        className="input"
        type="search"
        autoComplete="off"
        placeholder="Phone, email or name"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {text.length >= minLength && (
        <ul
          className="absolute inset-x-0 top-full z-20 max-h-96 overflow-y-auto bg-paper shadow-float"
          aria-label="Matching customers"
          aria-busy={!isLoaded || busy}
        >
          {hits.map((account) => (
            <Hit
              key={account.userId}
              title={account.name || account.email}
              detail={[account.email, account.phoneNumber].filter(Boolean).join(' · ')}
              onClick={() => choose(() => loadAccount(account.userId, account))}
            />
          ))}
          {people.map((order) => (
            <Hit
              key={order.orderId}
              title={order.name || order.phone}
              detail={[order.phone, order.place, `no account, order ${order.orderNumber}`].filter(Boolean).join(' · ')}
              onClick={() => choose(async () => ({ customer: null, address: await orderAddress(order.orderId) }))}
            />
          ))}
          {isLoaded && hits.length + people.length === 0 && (
            <li className="t-note p-3">Nobody found. Enter the name and phone number below.</li>
          )}
        </ul>
      )}
    </div>
  )
}

function Hit({ title, detail, onClick }: { title: string; detail: ReactNode; onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="block min-h-target w-full px-3 py-1.5 text-left [overflow-wrap:anywhere] hover:bg-snow focus-visible:bg-snow"
        onClick={onClick}
      >
        {title}
        <span className="t-note block text-granite">{detail}</span>
      </button>
    </li>
  )
}

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
