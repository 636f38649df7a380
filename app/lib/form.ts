import { type FormEvent, useState } from 'react'
import { ApiError } from './api.ts'

/** What is wrong with a value, or nothing. */
export type Check<Name extends string = string> = (value: string, all: Record<Name, string>) => string | undefined

type Messages<Name extends string> = Partial<Record<Name, string>>

type Options<Name extends string> = {
  checks: Record<Name, Check<NoInfer<Name>>>
  send: (values: Record<Name, string>, form: HTMLFormElement) => Promise<void>
  /** What the server refused is already shown beside its field; this says the rest. */
  failed: (error: unknown) => void
  /** Nothing was sent, because fields are empty or wrong. */
  incomplete?: () => void
  /** Names under which the server knows a field, where they differ. */
  wireNames?: Record<string, NoInfer<Name>>
}

export const required =
  (what: string): Check =>
  (value) =>
    value.trim() ? undefined : `Please enter ${what}.`

export const isEmail: Check = (value) =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value.trim())
    ? undefined
    : 'Please enter an email address, such as name@example.com.'

/**
 * Idle, sending, idle. The fields belong to the browser, so that nothing typed is ever lost. Messages stand beside their
 * fields, the server's own ones too, and the first bad field gets the focus.
 */
export function useForm<Name extends string>({ checks, send, failed, incomplete, wireNames = {} }: Options<Name>) {
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<Messages<Name>>({})
  const names = Object.keys(checks) as Name[]

  function showErrors(form: HTMLFormElement, found: Messages<Name>): void {
    setErrors(found)
    const first = names.find((name) => found[name])
    const field = first && form.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  function refusals(error: unknown): Messages<Name> {
    if (!(error instanceof ApiError)) return {}
    const pairs = error.errors.map(({ field = '', description }) => [wireNames[field] ?? field, description])
    return Object.fromEntries(pairs.toReversed()) as Messages<Name>
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = Object.fromEntries(new FormData(form)) as Record<Name, string>
    const found = check(checks, values)
    showErrors(form, found)
    if (Object.keys(found).length > 0) return incomplete?.()
    setSending(true)
    try {
      await send(values, form)
    } catch (error) {
      showErrors(form, refusals(error))
      failed(error)
    } finally {
      setSending(false)
    }
  }

  return {
    sending,
    errors,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!sending) void submit(event.currentTarget)
    },
    /** A field that is being mended no longer complains. */
    onInput: ({ target }: FormEvent<HTMLFormElement>) => {
      const name = (target as HTMLInputElement).name as Name
      if (errors[name]) setErrors({ ...errors, [name]: undefined })
    },
  }
}

function check<Name extends string>(checks: Record<Name, Check<Name>>, values: Record<Name, string>): Messages<Name> {
  const found: Messages<Name> = {}
  for (const name of Object.keys(checks) as Name[]) {
    const message = checks[name](values[name] ?? '', values)
    if (message) found[name] = message
  }
  return found
}
