import { type Location, useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'

const pathOf = ({ pathname, search }: Location) => pathname + search

/** Asks for confirmation when the user navigates away from unsaved changes. */
export function UnsavedChangesDialog({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && pathOf(currentLocation) !== pathOf(nextLocation),
  )
  return (
    <ConfirmDialog
      title="Leave page with unsaved changes?"
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.state === 'blocked' && blocker.reset()}
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">If you leave this page, your changes are lost.</DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={() => blocker.proceed?.()}>Leave page</Button>
        <DialogClose className="btn btn-line">Stay on page</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
