import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { NewPassword } from '#app/features/account/new-password.tsx'
import { ApiError, call, errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { loginUrl, useReturnTo } from '#app/lib/return-to.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { NoScriptMessage, ScriptForm } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { register } from '#modules/accounts/contract.ts'

const schema = z.required(z.pick(register.body, { email: true, password: true, firstName: true, lastName: true }))
const wireNames = { username: 'firstName' }

function registrationError(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : []
  return first?.description || errorMessage(error, 'something went wrong, Please try again later')
}

/** On a phone the form is longer than the screen, so the note above it may be out of view. */
function focusAndScroll(link: HTMLElement | null): void {
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'center' })
}

export function RegisterForm() {
  const returnTo = useReturnTo()
  const [sentTo, setSentTo] = useState<string>()
  const { sending, errors, onSubmit, onInput } = useForm({
    schema,
    wireNames,
    async send(values, form) {
      setSentTo(undefined)
      const body = { ...values, username: values.firstName + values.lastName, ...(returnTo && { returnTo }) }
      const { message } = await call(register, { query: { role: 'Customer' }, body })
      form.reset()
      setSentTo(values.email)
      toast(message, 'success')
    },
    failed: (error) => toast(registrationError(error), 'error'),
  })
  return (
    <ScriptForm className="mt-8 grid gap-3" aria-label="Register" onSubmit={onSubmit} onInput={onInput}>
      {sentTo && (
        <AlertNote tone="info">
          <p className="m-0">
            Your account is ready. Please open the link that we sent to{' '}
            <span className="[overflow-wrap:anywhere]">{sentTo}</span>. You can already sign in.
          </p>
          <Link ref={focusAndScroll} className="btn btn-ink mt-4" to={loginUrl(returnTo)} state={{ email: sentTo }}>
            Login
          </Link>
        </AlertNote>
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        required
        error={errors.email}
      />
      <NewPassword label="Password" name="password" required error={errors.password} />
      <div className="grid gap-x-gap gap-y-3 sm:grid-cols-2">
        <Field label="First name" name="firstName" autoComplete="given-name" required error={errors.firstName} />
        <Field label="Last name" name="lastName" autoComplete="family-name" required error={errors.lastName} />
      </div>
      <Button type="submit" className="mt-2" busy={sending} busyText="Creating">
        Create account
      </Button>
      <NoScriptMessage>Creating an account needs JavaScript.</NoScriptMessage>
    </ScriptForm>
  )
}
