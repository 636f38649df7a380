import { call } from '#app/lib/api.ts'
import { logError } from '#app/lib/log-error.ts'
import { resetCurrency } from '#app/state/currency.ts'
import { clearDrafts } from '#app/state/drafts.ts'
import { endSession, readSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

/** Signs out in every tab at once, without waiting for the server. */
export function signOut(): void {
  const { token } = readSession()
  clearSession()
  toast('Logout successful', 'success')
  import('#app/lib/push-subscription.ts')
    .then(({ unsubscribeDevice }) => unsubscribeDevice())
    .catch((error) => logError('Could not turn off the notifications of this device', error))
  if (token)
    import('#modules/accounts/contract.ts')
      .then(({ logout }) => call(logout, { token }))
      .catch((error) => logError('Could not end the session on the server', error))
}

export function clearSession(): void {
  endSession()
  clearDrafts()
  resetCurrency()
}
