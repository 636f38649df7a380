import { useState } from 'react'
import { Link } from 'react-router'
import { NewPassword } from '#app/features/account/new-password.tsx'
import { isStrongPassword } from '#app/features/account/password.ts'
import { ApiError, callApi, errorMessage } from '#app/lib/api.ts'
import { emailCheck, required, useForm } from '#app/lib/form.ts'
import { loginUrl, useReturnTo } from '#app/lib/return-to.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { NoScriptMessage, ScriptForm } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'

const checks = {
  email: emailCheck,
  password: isStrongPassword,
  firstName: required('your first name'),
  lastName: required('your last name'),
}

const wireNames = { username: 'firstName' as const }

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
    checks,
    wireNames,
    async send({ email, password, firstName, lastName }, form) {
      const first = firstName.trim()
      const last = lastName.trim()
      const body = { username: first + last, email: email.trim(), password, firstName: first, lastName: last }
      setSentTo(undefined)
      const { message } = await callApi<{ message: string }>('/authentication/register?role=Customer', {
        method: 'POST',
        body: { ...body, ...(returnTo && { returnTo }) },
      })
      form.reset()
      setSentTo(body.email)
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
