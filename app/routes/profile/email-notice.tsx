import { useNavigate } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { useBusy } from '#app/ui/busy.ts'
import { toast } from '#app/ui/toast.tsx'
import { resendConfirmation } from '#modules/accounts/contract.ts'

export function EmailNotice() {
  const navigate = useNavigate()
  const [busy, run] = useBusy()

  const sendAgain = async () => {
    try {
      await callAuthenticated(resendConfirmation)
      await navigate('/confirm-email?sent=1')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
  }

  return (
    <div className="mb-10">
      <AlertNote tone="info">
        <p className="m-0">Your email is not confirmed yet. Please open the link that we sent to it.</p>
        <button type="button" className="btn-text" disabled={busy} aria-busy={busy} onClick={() => run(sendAgain)}>
          <span>{busy ? 'Sending...' : 'Send the link again'}</span>
        </button>
      </AlertNote>
    </div>
  )
}
