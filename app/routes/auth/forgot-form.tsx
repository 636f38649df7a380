import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { loginUrl, useReturnTo } from '#app/lib/return-to.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { NoScriptMessage, ScriptForm } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { requestPasswordReset } from '#modules/accounts/contract.ts'

export function ForgotForm() {
  const login = loginUrl(useReturnTo())
  const [sentTo, setSentTo] = useState<string>()
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: requestPasswordReset.query,
    async send(query) {
      await call(requestPasswordReset, { query })
      setSentTo(query.email)
      toast('Reset email sent successful', 'success')
    },
    failed: (error) => toast(errorMessage(error, 'something went wrong. Try again later'), 'error'),
  })
  if (sentTo) return <Sent to={sentTo} login={login} />
  return (
    <ScriptForm className="mt-8 grid gap-3" aria-label="Forgot password" onSubmit={onSubmit} onInput={onInput}>
      <p className="m-0 mb-3 text-granite">
        Enter the email of your account. We will send you a link to reset your password.
      </p>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        required
        error={errors.email}
      />
      <Button type="submit" busy={sending} busyText="Sending...">
        Send reset link
      </Button>
      <NoScriptMessage>Requesting a reset link needs JavaScript.</NoScriptMessage>
      <Link className="btn-text justify-self-start font-normal text-granite" to={login}>
        <span>Back to login</span>
      </Link>
    </ScriptForm>
  )
}

function Sent({ to, login }: { to: string; login: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mt-8">
      <h3 ref={heading} tabIndex={-1} className="t-h4 outline-none">
        The reset link was sent
      </h3>
      <p className="m-0 mt-3 text-granite">
        If there is an account for <span className="text-ink [overflow-wrap:anywhere]">{to}</span>, a link is on its
        way. Please check your email and your spam folder. The link works for one hour.
      </p>
      <Link className="btn btn-ink btn-block mt-8" to={login}>
        Back to login
      </Link>
    </div>
  )
}
