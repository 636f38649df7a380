import { timeInSentence } from '#app/features/order/order.ts'
import { useChangeForm } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { customerNoteSchema } from '#modules/accounts/admin-contract.ts'

type Note = { id: number; at: string; author: string; text: string; kind?: 'note' | 'no-answer' }
type Props = {
  notes: Note[]
  listClass: string
  hint?: string
  /** Names the typed note in browser storage. */
  draftName: string
  add: (text: string) => Promise<unknown>
}

export function Notes({ notes, listClass, hint, draftName, add }: Props) {
  const { ref, sending, errors, onSubmit, onInput } = useChangeForm({
    schema: customerNoteSchema,
    send: ({ text }) => add(text),
    draftName,
  })
  return (
    <>
      <ol className={`activity-list ${listClass}`}>
        {notes.map(({ id, at, author, kind, text }) => (
          <li key={id} className="flex-nowrap max-sm:flex-col">
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">
              {kind === 'no-answer' && <span className="block text-granite">Unanswered call</span>}
              {text}
            </span>
            <span className="t-note text-granite sm:max-w-2/5 sm:text-right">
              {author}, <time dateTime={at}>{timeInSentence(at, new Date())}</time>
            </span>
          </li>
        ))}
      </ol>
      <form ref={ref} className="grid gap-1" aria-label="Notes" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextArea label="Internal note" name="text" rows={2} maxLength={1000} error={errors.text} />
        {hint && <p className="t-note m-0 mb-2 text-granite">{hint}</p>}
        <Button type="submit" look="line" className="justify-self-start" busy={sending} busyText="Saving...">
          Add note
        </Button>
      </form>
    </>
  )
}
