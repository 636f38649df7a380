import { useState } from 'react'
import { data, href, Link, useLocation, useNavigate } from 'react-router'
import { KnownAs } from '#app/features/account/known-as.tsx'
import { NewPassword } from '#app/features/account/new-password.tsx'
import { isStrong, repeats } from '#app/features/account/password.ts'
import { ApiError, callApi, errorMessage } from '#app/lib/api.ts'
import { readMailLink } from '#app/lib/email-link.ts'
import { useForm } from '#app/lib/form.ts'
import { Seo } from '#app/lib/seo.tsx'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { NeedsScript, ScriptForm } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { httpStatus } from '#shared/errors.ts'
import type { Route } from './+types/reset-password'
import { AccountFrame } from './frame.tsx'

export function loader({ request }: Route.LoaderArgs) {
  const { token, email } = readMailLink(new URL(request.url).search)
  if (!token && !email) throw data({ message: 'There is nothing at this address.' }, { status: httpStatus.notFound })
  return null
}

type Name = 'password' | 're_password'

const checks = { password: isStrong, re_password: repeats<Name>('password') }
const wireNames = { confirmPassword: 're_password' as const }

export default function ResetPassword() {
  const { email, token } = readMailLink(useLocation().search)
  const navigate = useNavigate()
  const [isDeadLink, setDeadLink] = useState(false)
  const { sending, errors, onSubmit, onInput } = useForm<Name>({
    checks,
    wireNames,
    async send({ password, re_password }) {
      setDeadLink(false)
      const body = { email, token, password, confirmPassword: re_password }
      await callApi('/authentication/reset-password', { method: 'POST', body })
      toast('Password reset successfully !', 'success')
      await navigate(href('/login'), { replace: true })
    },
    failed(error) {
      setDeadLink(error instanceof ApiError && error.errors.some(({ code }) => code === 'InvalidToken'))
      toast(errorMessage(error, 'something went wrong. Try again later'), 'error')
    },
  })
  return (
    <>
      <Seo
        title="Reset your password"
        description="Choose a new password for your account."
        path="/reset-password"
        noindex
      />
      <AccountFrame title="Reset your password">
        <ScriptForm className="mt-8 grid gap-3" aria-label="Reset your password" onSubmit={onSubmit} onInput={onInput}>
          {isDeadLink && (
            <AlertNote>
              The link was used before, or it is too old.{' '}
              <Link className="underline underline-offset-4" to={href('/forget-password')}>
                Ask for a new link
              </Link>
            </AlertNote>
          )}
          <KnownAs email={email} />
          <NewPassword label="New password" name="password" required error={errors.password} />
          <PasswordField
            label="New password, again"
            name="re_password"
            autoComplete="new-password"
            required
            error={errors.re_password}
          />
          <Button type="submit" className="mt-2" busy={sending} busyText="Saving...">
            Save new password
          </Button>
          <NeedsScript>Choosing a new password needs JavaScript.</NeedsScript>
          <Link className="btn-text justify-self-start font-normal text-granite" to={href('/login')}>
            <span>Back to login</span>
          </Link>
        </ScriptForm>
      </AccountFrame>
    </>
  )
}
