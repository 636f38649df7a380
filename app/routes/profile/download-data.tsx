import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { exportPersonalData } from '#modules/accounts/contract.ts'

function saveFile(data: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: exportPersonalData.downloadName })
  link.click()
  // Some browsers read the file after the click event ends.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function DownloadData({ userId }: { userId: string }) {
  const [busy, run] = useBusy()

  const download = async () => {
    try {
      saveFile(await callAuthenticated(exportPersonalData, { params: { id: userId } }))
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
