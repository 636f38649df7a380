import type { Actor } from '#modules/accounts/sessions.server.ts'
import { ShopError } from '#shared/errors.ts'
import { OpenRequests } from './open-requests.ts'

const most = { customers: 20, staff: 50 }
const mostOfOneCustomer = 3

/** Files that arrive at the same time. Customers cannot use up the places of the staff, nor one customer those of all. */
export class Uploads {
  readonly #pools = { customers: new OpenRequests(most.customers), staff: new OpenRequests(most.staff) }
  readonly #ofCustomer = new OpenRequests(mostOfOneCustomer)

  /** Returns the function that ends the upload, to be called once. */
  begin({ role, userId }: Actor): () => void {
    const isCustomer = role === 'Customer'
    const leaveOwn = isCustomer ? this.#ofCustomer.enter(userId) : () => {}
    if (!leaveOwn)
      throw new ShopError('tooMany', 'Please wait until your other files have arrived.', { retryAfterSeconds: 5 })
    const leavePool = this.#pools[isCustomer ? 'customers' : 'staff'].enter('')
    if (!leavePool) {
      leaveOwn()
      throw new ShopError('unavailable', 'Many files arrive at this moment. Please try again shortly.', {
        retryAfterSeconds: 5,
      })
    }
    return () => {
      leaveOwn()
      leavePool()
    }
  }
}
