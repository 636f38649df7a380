import type { ReactNode } from 'react'
import { type Location, useBeforeUnload, useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import type { Question, useDraft } from './use-draft.ts'

type Props = {
  label: string
  className: string
  editor: Pick<ReturnType<typeof useDraft>, 'form' | 'conflict' | 'question' | 'isSaved' | 'busy'>
  children: ReactNode
}

/** The form of a draft, with the conflict panel and a warning before leaving with unsaved changes. */
export function DraftForm({ label, className, editor: { form, conflict, question, isSaved, busy }, children }: Props) {
  return (
    <>
      {conflict && <ConflictPanel {...conflict} key={conflict.key} />}
      <form className={className} aria-label={label} data-draft {...form}>
        {children}
      </form>
      {question && <QuestionDialog {...question} />}
      <UnsavedChangesDialog isChanged={!isSaved && !busy} />
    </>
  )
}

type QuestionProps = Question & { onConfirm: () => void; onCancel: () => void }

export function QuestionDialog({ title, text, action, onConfirm, onCancel }: QuestionProps) {
  return (
    <ConfirmDialog title={title} open onOpenChange={(open) => !open && onCancel()}>
      <DialogText className="m-0 mt-4 mb-8 text-granite">{text}</DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={onConfirm}>{action}</Button>
        <DialogClose className="btn btn-line">Cancel</DialogClose>
      </div>
    </ConfirmDialog>
  )
}

const pathOf = ({ pathname, search }: Location) => pathname + search

/** Asks before the user leaves the page. */
export function UnsavedChangesDialog({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && pathOf(currentLocation) !== pathOf(nextLocation),
  )
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault()
  })
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
