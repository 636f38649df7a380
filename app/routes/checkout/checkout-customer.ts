import { loadAsCustomer } from '#app/features/account/require-session.ts'
import { userQuery } from '#app/queries/account.ts'
import { addressesQuery } from '#app/queries/addresses.ts'
import { queryClient } from '#app/queries/client.ts'
import { readSession } from '#app/state/session.ts'
import type { WireUser } from '#modules/accounts/contract.ts'
import type { WireAddress } from '#modules/addresses/contract.ts'

export type CheckoutCustomer = { user: WireUser; addresses: WireAddress[] }

/** The signed-in customer and their addresses; null for a visitor. */
export async function loadCheckoutCustomer(request: Request): Promise<CheckoutCustomer | null> {
  if (!readSession().isLoggedIn) return null
  return loadAsCustomer(request, async (userId) => {
    const [user, addresses] = await Promise.all([
      queryClient.fetchQuery(userQuery(userId)),
      queryClient.fetchQuery(addressesQuery(userId)),
    ])
    return { user, addresses }
  })
}
