import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'

const fileName = 'alpine-my-data.json'

function saveFile(data: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
  // Some browsers read the file after the click event ends.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function DownloadData({ userId }: { userId: string }) {
  const [busy, run] = useBusy()

  const download = async () => {
    try {
      saveFile(await callAuthenticated<object>(`/userdetails/${userId}/data`))
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
  }

  return (
    <Button look="line" busy={busy} busyText="Preparing..." onClick={() => run(download)}>
      Download my data
    </Button>
  )
}
