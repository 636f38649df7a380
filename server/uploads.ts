import type { Actor } from '#modules/accounts/sessions.server.ts'
import { ShopError } from '#shared/errors.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** A form is held in memory, up to 40 MiB and a copy. */
const most = { customers: 5, staff: 50 }
const mostOfOneCustomer = 3

/** Files that arrive at the same time. Customers cannot use up the places of the staff, nor one customer those of all. */
export class Uploads {
  readonly #pools = { customers: new ConcurrencyLimit(most.customers), staff: new ConcurrencyLimit(most.staff) }
  readonly #ofCustomer = new ConcurrencyLimit(mostOfOneCustomer)

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
