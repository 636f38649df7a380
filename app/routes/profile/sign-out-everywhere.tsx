import { clearSession } from '#app/layouts/sign-out.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { logoutEverywhere } from '#modules/accounts/contract.ts'

export function SignOutEverywhere() {
  const [busy, run] = useBusy()

  const signOut = async () => {
    try {
      await callAuthenticated(logoutEverywhere)
      clearSession()
      toast('Logout successful', 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
  }

  return (
    <Button look="line" busy={busy} busyText="Signing out..." onClick={() => run(signOut)}>
      Sign out everywhere
    </Button>
  )
}
