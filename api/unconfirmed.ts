import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { Limits, Origin } from '#platform/limits.server.ts'

/** Until an email address is confirmed it may be a stranger's, who gets only a few emails about orders. */
export async function limitUnconfirmed(limits: Limits, { userId, emailConfirmed }: Actor, origin: Origin) {
  if (!emailConfirmed) await limits.spend('unconfirmedOrder', { ...origin, account: userId })
}
