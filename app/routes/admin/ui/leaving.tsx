import { type Location, useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'

const addressOf = ({ pathname, search }: Location) => pathname + search

/** Whoever leaves with changes in hand is asked once. */
export function Leaving({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && addressOf(currentLocation) !== addressOf(nextLocation),
  )
  return (
    <ConfirmDialog
      title="Leave without saving?"
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.state === 'blocked' && blocker.reset()}
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">What you have typed here will be gone.</DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={() => blocker.proceed?.()}>Leave</Button>
        <DialogClose className="btn btn-line">Stay</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
