import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { Limits, Origin } from '#platform/limits.server.ts'

/** An unconfirmed email address may belong to a stranger, so the number of order emails to it is limited. */
export async function limitUnconfirmedAccount(limits: Limits, { userId, emailConfirmed }: Actor, origin: Origin) {
  if (!emailConfirmed) await limits.spend('unconfirmedOrder', { ...origin, account: userId })
}
