import { useSite } from '#app/features/site/seo.tsx'
import { Button } from '#app/ui/button.tsx'

export function SendButton({ sending }: { sending: boolean }) {
  const { shopEmail } = useSite()
  return (
    <>
      <Button type="submit" busy={sending} busyText="Sending..." className="needs-script max-sm:w-full">
        Send
      </Button>
      <p className="without-script t-note m-0">
        The form needs JavaScript. You can also write to us at <a href={`mailto:${shopEmail}`}>{shopEmail}</a>.
      </p>
    </>
  )
}
