import { useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { signIn } from '#app/features/account/sign-in.ts'
import { useForm } from '#app/lib/form.ts'
import { useReturnTo, withReturnTo } from '#app/lib/return-to.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { NoScriptMessage, ScriptForm } from '#app/ui/script-form.tsx'
import { loginSchema } from '#modules/accounts/contract.ts'

export function LoginForm() {
  const returnTo = useReturnTo()
  const { state } = useLocation() as { state: { email?: string } | null }
  const [reason, setReason] = useState<string>()
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: loginSchema,
    send: async ({ username, password }) => setReason(await signIn(username, password)),
    failed: () => {},
  })
  return (
    <ScriptForm className="mt-8 grid gap-3" aria-label="Login" onSubmit={onSubmit} onInput={onInput}>
      {reason && <AlertNote>{reason}</AlertNote>}
      <Field
        label="Email or username"
        name="username"
        autoComplete="username"
        defaultValue={state?.email}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <Link
        className="btn-text -mt-3 justify-self-start font-normal text-granite"
        to={withReturnTo(href('/forget-password'), returnTo)}
      >
        <span>Forgot password?</span>
      </Link>
      <Button type="submit" className="mt-2" busy={sending} busyText="Logging...">
        Login
      </Button>
      <NoScriptMessage>Signing in needs JavaScript.</NoScriptMessage>
    </ScriptForm>
  )
}
