import { type FormEvent, useState } from 'react'
import { ApiError } from './api.ts'

/** Returns an error message, or `undefined` for a valid value. */
export type Check<Name extends string = string> = (value: string, all: Record<Name, string>) => string | undefined

type Messages<Name extends string> = Partial<Record<Name, string>>

type Options<Name extends string> = {
  checks: Record<Name, Check<NoInfer<Name>>>
  send: (values: Record<Name, string>, form: HTMLFormElement) => Promise<unknown>
  /** Field errors from the server already show beside their fields. */
  failed: (error: unknown) => void
  /** Called instead of `send` when a field is invalid. */
  incomplete?: () => void
  /** Field names of the API that differ from those of the form. */
  wireNames?: Record<string, NoInfer<Name>>
}

export const required =
  (label: string): Check =>
  (value) =>
    value.trim() ? undefined : `Please enter ${label}.`

export const emailCheck: Check = (value) =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value.trim())
    ? undefined
    : 'Please enter an email address, such as name@example.com.'

/**
 * Fields are uncontrolled, so rendering never loses typed text. Errors of the checks and of the server show beside
 * their fields, and the first invalid field gets the focus.
 */
export function useForm<Name extends string>({ checks, send, failed, incomplete, wireNames = {} }: Options<Name>) {
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<Messages<Name>>({})
  const names = Object.keys(checks) as Name[]

  function showErrors(form: HTMLFormElement, messages: Messages<Name>): void {
    setErrors(messages)
    const first = names.find((name) => messages[name])
    const field = first && form.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  function serverErrors(error: unknown): Messages<Name> {
    if (!(error instanceof ApiError)) return {}
    const pairs = error.errors.map(({ field = '', description }) => [wireNames[field] ?? field, description])
    return Object.fromEntries(pairs.toReversed()) as Messages<Name>
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = Object.fromEntries(new FormData(form)) as Record<Name, string>
    const messages = check(checks, values)
    showErrors(form, messages)
    if (Object.keys(messages).length > 0) return incomplete?.()
    setSending(true)
    try {
      await send(values, form)
    } catch (error) {
      showErrors(form, serverErrors(error))
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
    /** Editing a field clears its error. */
    onInput: ({ target }: FormEvent<HTMLFormElement>) => {
      const name = (target as HTMLInputElement).name as Name
      if (errors[name]) setErrors({ ...errors, [name]: undefined })
    },
  }
}

function check<Name extends string>(checks: Record<Name, Check<Name>>, values: Record<Name, string>): Messages<Name> {
  const messages: Messages<Name> = {}
  for (const name of Object.keys(checks) as Name[]) {
    const message = checks[name](values[name] ?? '', values)
    if (message) messages[name] = message
  }
  return messages
}
