import { loadAsCustomer } from '#app/lib/require-customer.ts'
import { readSession } from '#app/state/session.ts'
import type { WireUser } from '#modules/accounts/schema.ts'
import type { WireAddress } from '#modules/addresses/schema.ts'

export type Buyer = { user: WireUser; addresses: WireAddress[] }

/** Whoever buys, and where it may go; nobody where a visitor looks. */
export async function loadBuyer(request: Request): Promise<Buyer | null> {
  if (!readSession().isLoggedIn) return null
  return loadAsCustomer(request, async (userId, get) => {
    const [{ data: user }, addresses] = await Promise.all([
      get<{ data: WireUser }>(`/userdetails/${userId}`),
      get<WireAddress[]>(`/addresses/user/${userId}/alladdresses`),
    ])
    return { user, addresses }
  })
}
