import type { Actor } from '#modules/accounts/sessions.server.ts'
import { ShopError } from '#shared/errors.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** Each form is held in memory, up to 40 MiB and one copy. */
const maxUploads = { customers: 5, staff: 50 }
const maxPerCustomer = 3

/** Limits concurrent uploads. Customers and staff have separate slots, and one customer cannot use all of them. */
export class UploadLimit {
  readonly #pools = {
    customers: new ConcurrencyLimit(maxUploads.customers),
    staff: new ConcurrencyLimit(maxUploads.staff),
  }
  readonly #perCustomer = new ConcurrencyLimit(maxPerCustomer)

  /** Returns a function that ends the upload; call it once. */
  begin({ role, userId }: Actor): () => void {
    const isCustomer = role === 'Customer'
    const releaseOwn = isCustomer ? this.#perCustomer.acquire(userId) : () => {}
    if (!releaseOwn)
      throw new ShopError('tooMany', 'Please wait until your other uploads are complete.', { retryAfterSeconds: 5 })
    const releasePool = this.#pools[isCustomer ? 'customers' : 'staff'].acquire('')
    if (!releasePool) {
      releaseOwn()
      throw new ShopError('unavailable', 'Too many files are being uploaded. Please try again shortly.', {
        retryAfterSeconds: 5,
      })
    }
    return () => {
      releaseOwn()
      releasePool()
    }
  }
}
