import { forgetSession } from '#app/layouts/sign-out.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'

export function SignOutEverywhere() {
  const [busy, run] = useBusy()

  const leave = async () => {
    try {
      await callAsCustomer('/authentication/logout-everywhere', { method: 'POST' })
      forgetSession()
      toast('Logout successful', 'success')
    } catch (error) {
      toast(errorMessage(error, 'Something went wrong, please try again later'), 'error')
    }
  }

  return (
    <Button look="line" busy={busy} busyText="Signing out..." onClick={() => run(leave)}>
      Sign out everywhere
    </Button>
  )
}
