import { ShopError } from '#shared/errors.ts'

/** Who may call a route. Every route declares one, and a test asserts the whole list. */
export type Audience = 'public' | 'customer' | 'staff' | 'admin'

/** Nobody can sign in yet, so everything that is not public is shut. */
export function admit(audience: Audience): void {
  if (audience !== 'public') throw new ShopError('unauthenticated', 'Please sign in first.')
}
