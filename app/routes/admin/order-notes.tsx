import { useRevalidator } from 'react-router'
import { relativeTime } from '#app/features/order/order.ts'
import { errorMessage } from '#app/lib/api.ts'
import { required, useForm } from '#app/lib/form.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'

const checks = { text: required('a note') }

/** Internal notes; customers never see them. */
export function OrderNotes({ adminOrder: { order, notes } }: { adminOrder: WireAdminOrder }) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    checks,
    async send({ text }, form) {
      await callAuthenticated(`/admin/orders/${order.orderId}/notes`, { method: 'POST', body: { kind: 'note', text } })
      form.reset()
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <>
      {notes.length > 0 && (
        <ol className="activity-list mb-4">
          {notes.map(({ id, at, author, kind, text }) => (
            <li key={id}>
              <span className="whitespace-pre-line [overflow-wrap:anywhere]">
                {kind === 'no-answer' && <span className="block text-granite">Unanswered call</span>}
                {text}
              </span>
              <span className="t-note text-granite">
                {author}, <time dateTime={at}>{relativeTime(at, new Date())}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
      <form className="grid gap-1" aria-label="Notes" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextArea label="Internal note" name="text" rows={2} maxLength={1000} error={errors.text} />
        <Button type="submit" look="line" className="justify-self-start" busy={sending} busyText="Saving...">
          Add note
        </Button>
      </form>
    </>
  )
}
