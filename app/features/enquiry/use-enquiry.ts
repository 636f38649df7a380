import { type CallArguments, call, fallbackError } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { logError } from '#app/lib/log-error.ts'
import { readSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'
import type { sendBulkEnquiry, sendContactMessage } from '#modules/enquiries/contract.ts'

/** Visitors see these forms on public pages, so the contract loads when they send one. */
export function useEnquiry<C extends typeof sendBulkEnquiry | typeof sendContactMessage>(
  load: () => Promise<C>,
  successMessage: string,
) {
  return useForm<C['body']>({
    schema: async () => (await load()).body,
    /** Clears the form only after the server has accepted the message. */
    async send(body, form) {
      await call(await load(), ...([{ body, token: readSession().token }] as unknown as CallArguments<C>))
      form.reset()
      toast(successMessage, 'success')
    },
    failed: (error) => {
      toast(fallbackError, 'error')
      logError('Could not send the message', error)
    },
  })
}
