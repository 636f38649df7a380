import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onPublish: () => void }

/** Asks what a scheduled time that has passed means. */
export function PastTimeDialog({ open, onOpenChange, onPublish }: Props) {
  const publish = () => {
    onOpenChange(false)
    onPublish()
  }
  return (
    <ConfirmDialog title="Publish the post now?" open={open} onOpenChange={onOpenChange}>
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        The time you chose has passed. Publish the post now, or choose a later time.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={publish}>Publish now</Button>
        <DialogClose className="btn btn-line">Change time</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
