import { callApi, fallbackError } from '#app/lib/api.ts'
import { type Check, useForm } from '#app/lib/form.ts'
import { logError } from '#app/lib/log-error.ts'
import { readSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

type Options<Name extends string> = { path: string; checks: Record<Name, Check<Name>>; successMessage: string }

/** Clears the form only after the server has accepted the message. */
export function useEnquiry<Name extends string>({ path, checks, successMessage }: Options<Name>) {
  return useForm<Name>({
    checks,
    async send(values, form) {
      await callApi(path, { method: 'POST', body: values, token: readSession().token ?? undefined })
      form.reset()
      toast(successMessage, 'success')
    },
    failed: (error) => {
      toast(fallbackError, 'error')
      logError('Could not send the message', error)
    },
  })
}
