import { forgetCurrency } from '#app/state/currency.ts'
import { endSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

export function signOut(): void {
  endSession()
  forgetCurrency()
  toast('Logout successful', 'success')
}
