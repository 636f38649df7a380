import { callApi } from '#app/lib/api.ts'
import { note } from '#app/lib/log-error.ts'
import { forgetCurrency } from '#app/state/currency.ts'
import { endSession, readSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

/** Here and in every tab at once; the server hears of it meanwhile. */
export function signOut(): void {
  const { token } = readSession()
  forgetSession()
  toast('Logout successful', 'success')
  if (token)
    callApi('/authentication/logout', { method: 'POST', token }).catch((error) =>
      note('The server did not hear that somebody signed out', error),
    )
}

export function forgetSession(): void {
  endSession()
  forgetCurrency()
}
