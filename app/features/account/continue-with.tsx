import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'

const start = '/api/authentication/signin-google'
const failure = 'Something went wrong, please try again later'

type Props = {
  /** Asked for at the last moment: pages are rendered without knowing where their visitor wants to go. */
  returnTo: () => string
  /** Leaves the page as it stands, with all that was typed. */
  newTab?: boolean
}

/** The way to the identity provider; where the shop has none, a sentence instead of a page that leads nowhere. */
export function ContinueWith({ returnTo, newTab = false }: Props) {
  const [busy, run] = useBusy()

  const go = async () => {
    const address = `${start}?${new URLSearchParams({ returnTo: returnTo() })}`
    const tab = newTab ? window.open('', '_blank') : window
    const refusal = await fetch(address, { redirect: 'manual' }).then(refusalOf, () => failure)
    if (refusal === undefined) return tab?.location.assign(address)
    if (newTab) tab?.close()
    toast(refusal, 'error')
  }

  return (
    <Button look="line" className="btn-block" busy={busy} onClick={() => run(go)}>
      Continue with Google
    </Button>
  )
}

async function refusalOf(answer: Response): Promise<string | undefined> {
  if (answer.type === 'opaqueredirect') return undefined
  const { message = failure } = (await answer.json().catch(() => ({}))) as { message?: string }
  return message
}
