import { type FormEvent, useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { ApiError, callApi } from './api.ts'
import { note } from './note.ts'

/** What is wrong with a value, or nothing. */
export type Check = (value: string) => string | undefined

type Messages<Name extends string> = Partial<Record<Name, string>>
type Options<Name extends string> = { path: string; checks: Record<Name, Check>; thanks: string }

const failure = 'Something went wrong, please try again later'

export const required =
  (what: string): Check =>
  (value) =>
    value.trim() ? undefined : `Please enter ${what}.`

/**
 * A message to the shop: idle, sending, idle. The fields belong to the browser, so that nothing typed is ever lost; they
 * are emptied only once the message has arrived. Messages stand beside their fields, the server's own ones too.
 */
export function useEnquiry<Name extends string>({ path, checks, thanks }: Options<Name>) {
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<Messages<Name>>({})
  const names = Object.keys(checks) as Name[]

  function showErrors(form: HTMLFormElement, found: Messages<Name>): void {
    setErrors(found)
    const first = names.find((name) => found[name])
    const field = first && form.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  async function send(form: HTMLFormElement): Promise<void> {
    const values = Object.fromEntries(new FormData(form)) as Record<Name, string>
    const found = check(checks, values)
    showErrors(form, found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      await callApi(path, { method: 'POST', body: values })
      form.reset()
      toast(thanks, 'success')
    } catch (error) {
      const refused = error instanceof ApiError ? error.errors : []
      showErrors(
        form,
        Object.fromEntries(refused.map(({ field, description }) => [field, description])) as Messages<Name>,
      )
      toast(failure, 'error')
      note('A message could not be sent', error)
    } finally {
      setSending(false)
    }
  }

  return {
    sending,
    errors,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!sending) void send(event.currentTarget)
    },
    /** A field that is being mended no longer complains. */
    onInput: ({ target }: FormEvent<HTMLFormElement>) => {
      const name = (target as HTMLInputElement).name as Name
      if (errors[name]) setErrors({ ...errors, [name]: undefined })
    },
  }
}

function check<Name extends string>(checks: Record<Name, Check>, values: Record<Name, string>): Messages<Name> {
  const found: Messages<Name> = {}
  for (const name of Object.keys(checks) as Name[]) {
    const message = checks[name](values[name] ?? '')
    if (message) found[name] = message
  }
  return found
}
