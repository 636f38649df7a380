import { ApiError, fallbackError } from '#app/lib/api.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'

const signInUrl = '/api/authentication/signin-google'

type Props = {
  /** A function, because only the browser has the full URL of the page. */
  returnTo: () => string
  /** Keeps this page and its typed values open. */
  newTab?: boolean
}

/** Shows a message instead of an error page when the shop has no identity provider. */
export function GoogleSignInButton({ returnTo, newTab = false }: Props) {
  const [busy, run] = useBusy()

  const signIn = async () => {
    const url = `${signInUrl}?${new URLSearchParams({ returnTo: returnTo() })}`
    const tab = newTab ? window.open('', '_blank') : window
    const errorText = await fetch(url, { redirect: 'manual' }).then(readError, () => fallbackError)
    if (errorText === undefined) return tab?.location.assign(url)
    if (newTab) tab?.close()
    toast(errorText, 'error')
  }

  return (
    <Button look="line" className="btn-block" busy={busy} onClick={() => run(signIn)}>
      Continue with Google
    </Button>
  )
}

async function readError(response: Response): Promise<string | undefined> {
  if (response.type === 'opaqueredirect') return undefined
  return new ApiError(response.status, await response.json().catch(() => undefined)).message
}
