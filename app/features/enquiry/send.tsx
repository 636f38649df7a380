import { useHydrated } from '#app/lib/hydrated.ts'
import { useSite } from '#app/lib/seo.tsx'
import { Button } from '#app/ui/button.tsx'

/** Until the page is alive nothing is sent, so that no half-loaded page carries off what was typed. */
export function SendEnquiry({ sending }: { sending: boolean }) {
  const { shopEmail } = useSite()
  const hydrated = useHydrated()
  return (
    <>
      <Button
        type={hydrated ? 'submit' : 'button'}
        busy={sending}
        busyText="Sending..."
        className="needs-script max-sm:w-full"
      >
        Send
      </Button>
      <p className="without-script t-note m-0">
        The form needs JavaScript. You can also write to us at <a href={`mailto:${shopEmail}`}>{shopEmail}</a>.
      </p>
    </>
  )
}
