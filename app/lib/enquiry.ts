import { readSession } from '#app/state/session.ts'
import { toast } from '../ui/toast.tsx'
import { callApi } from './api.ts'
import { type Check, useForm } from './form.ts'
import { note } from './log-error.ts'

type Options<Name extends string> = { path: string; checks: Record<Name, Check<Name>>; thanks: string }

const failure = 'Something went wrong, please try again later'

/** A message to the shop; the fields are emptied only once it has arrived. */
export function useEnquiry<Name extends string>({ path, checks, thanks }: Options<Name>) {
  return useForm<Name>({
    checks,
    async send(values, form) {
      await callApi(path, { method: 'POST', body: values, token: readSession().token ?? undefined })
      form.reset()
      toast(thanks, 'success')
    },
    failed: (error) => {
      toast(failure, 'error')
      note('A message could not be sent', error)
    },
  })
}
