import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'

export type FormValues = Record<string, string>

type Options<Schema extends z.ZodMiniObject> = {
  /** Of the request. A function if it depends on the values, or loads only when a visitor sends the form. */
  schema: Schema | ((values: FormValues) => Schema | Promise<Schema>)
  /** Gets the values as the schema returns them: trimmed, and under their names of the API. */
  send: (values: z.output<Schema>, form: HTMLFormElement) => Promise<unknown>
  /** `isShown` if all errors from the server already show beside their fields. */
  failed: (error: unknown, isShown: boolean) => void
  /** Called instead of `send` when a field is invalid. */
  incomplete?: () => void
  /** The form field of each API field that has another name. */
  wireNames?: FormValues
}

/**
 * Fields are uncontrolled, so rendering never loses typed text. Errors of the schema and of the server show beside
 * their fields, and the first invalid field gets the focus.
 */
export function useForm<Schema extends z.ZodMiniObject>(options: Options<Schema>) {
  const { schema, send, failed, incomplete, wireNames = {} } = options
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<Partial<FormValues>>({})

  /** The first message of a field counts. */
  function showErrors(form: HTMLFormElement, found: [field: string, message: string][]): void {
    const messages = Object.fromEntries(
      found.map(([field, message]) => [wireNames[field] ?? field, message]).toReversed(),
    )
    setErrors(messages)
    const first = [...form.elements].find((each) => messages[each.getAttribute('name') ?? ''])
    if (first instanceof HTMLElement) first.focus()
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    setSending(true)
    try {
      const fields = Object.fromEntries(new FormData(form)) as FormValues
      const renamed = Object.entries(wireNames).map(([name, field]) => [name, fields[field]])
      const values = { ...fields, ...Object.fromEntries(renamed) }
      const parsed = (typeof schema === 'function' ? await schema(values) : schema).safeParse(values)
      showErrors(form, parsed.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [])
      if (parsed.success) await send(parsed.data, form)
      else incomplete?.()
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : []
      showErrors(
        form,
        found.map(({ field = '', description }) => [field, description]),
      )
      const isShown = found.every(({ field = '' }) => form.elements.namedItem(wireNames[field] ?? field))
      failed(error, found.length > 0 && isShown)
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
      const { name } = target as HTMLInputElement
      if (errors[name]) setErrors({ ...errors, [name]: undefined })
    },
  }
}
