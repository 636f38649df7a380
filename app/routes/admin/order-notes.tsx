import { useRevalidator } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { required, useForm } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireDeskOrder } from '#modules/orders/admin-schema.ts'

const checks = { words: required('a note') }

/** For colleagues alone; customers never see them. */
export function OrderNotes({ desk: { order, notes } }: { desk: WireDeskOrder }) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    checks,
    async send({ words }, form) {
      await callAsCustomer(`/admin/orders/${order.orderId}/notes`, { method: 'POST', body: { kind: 'note', words } })
      form.reset()
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error, 'Something went wrong, please try again later'), 'error'),
  })
  return (
    <>
      {notes.length > 0 && (
        <ol className="desk-history mb-4">
          {notes.map(({ id, at, author, kind, words }) => (
            <li key={id}>
              <span className="whitespace-pre-line [overflow-wrap:anywhere]">
                {kind === 'no-answer' && <span className="block text-granite">Called, no answer</span>}
                {words}
              </span>
              <span className="t-note text-granite">
                {author}, <time dateTime={at}>{momentWords(at, new Date())}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
      <form className="grid gap-1" aria-label="Notes" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextArea label="A note for colleagues" name="words" rows={2} maxLength={1000} error={errors.words} />
        <Button type="submit" look="line" className="justify-self-start" busy={sending} busyText="Saving...">
          Add note
        </Button>
      </form>
    </>
  )
}
