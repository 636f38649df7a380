import { useState } from 'react'
import { data, href, Link, useLocation, useNavigate } from 'react-router'
import { HiddenUsername } from '#app/features/account/hidden-username.tsx'
import { NewPassword } from '#app/features/account/new-password.tsx'
import { Seo, useSite } from '#app/features/site/seo.tsx'
import { ApiError, call, errorMessage } from '#app/lib/api.ts'
import { readEmailLink } from '#app/lib/email-link.ts'
import { useForm } from '#app/lib/form.ts'
import type { Handle } from '#app/lib/handle.ts'
import { loginUrl } from '#app/lib/return-to.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { NoScriptMessage, ScriptForm } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { newPasswordSchema, resetPassword } from '#modules/accounts/contract.ts'
import { httpStatus } from '#shared/errors.ts'
import type { Route } from './+types/reset-password'
import { AuthLayout } from './layout.tsx'

export const handle: Handle = { robots: 'noindex' }

export function loader({ request }: Route.LoaderArgs) {
  const { token, email } = readEmailLink(new URL(request.url).search)
  if (!token && !email) throw data({ message: 'Page not found' }, { status: httpStatus.notFound })
  return null
}

const wireNames = { confirmPassword: 're_password' }

const firstPassword = {
  password: 'Password',
  confirmation: 'Confirm password',
  button: 'Set your password',
  done: 'Your password is set. Please log in.',
}

/** An invited staff member and a customer whose order the shop entered set a password on the same page. */
function useTexts(params: URLSearchParams) {
  const { shopName } = useSite()
  if (params.has('join'))
    return {
      ...firstPassword,
      title: `Join ${shopName}`,
      lead: 'Set your password to enter the back office.',
      next: loginUrl(href('/admin')),
    }
  if (params.has('welcome'))
    return {
      ...firstPassword,
      title: `Your account at ${shopName}`,
      lead: 'Set your password to follow your orders.',
      next: loginUrl(href('/profile')),
    }
  return {
    title: 'Reset your password',
    lead: undefined,
    password: 'New password',
    confirmation: 'Confirm new password',
    button: 'Save new password',
    done: 'Password reset successfully !',
    next: href('/login'),
  }
}

export default function ResetPassword() {
  const { search } = useLocation()
  const { email, token } = readEmailLink(search)
  const params = new URLSearchParams(search)
  const isInvited = params.has('join')
  const texts = useTexts(params)
  const navigate = useNavigate()
  const [isInvalidLink, setInvalidLink] = useState(false)
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: newPasswordSchema,
    wireNames,
    async send(passwords) {
      setInvalidLink(false)
      await call(resetPassword, { body: { email, token, ...passwords } })
      toast(texts.done, 'success')
      await navigate(texts.next, { replace: true })
    },
    failed(error) {
      setInvalidLink(error instanceof ApiError && error.errors.some(({ code }) => code === 'InvalidToken'))
      toast(errorMessage(error, 'something went wrong. Try again later'), 'error')
    },
  })
  return (
    <>
      <Seo title={texts.title} description="Choose a new password for your account." path="/reset-password" />
      <AuthLayout title={texts.title}>
        {texts.lead && <p className="m-0 mt-4 text-granite">{texts.lead}</p>}
        <ScriptForm className="mt-8 grid gap-3" aria-label={texts.title} onSubmit={onSubmit} onInput={onInput}>
          {isInvalidLink && (
            <AlertNote>
              This link has already been used or has expired.{' '}
              {isInvited && 'Ask an owner of the shop to send the invitation again, or request a link by email: '}
              <Link className="underline underline-offset-4" to={href('/forget-password')}>
                Request a new link
              </Link>
            </AlertNote>
          )}
          <HiddenUsername email={email} />
          <NewPassword label={texts.password} name="password" required error={errors.password} />
          <PasswordField
            label={texts.confirmation}
            name="re_password"
            autoComplete="new-password"
            required
            error={errors.re_password}
          />
          <Button type="submit" className="mt-2" busy={sending} busyText="Saving...">
            {texts.button}
          </Button>
          <NoScriptMessage>Choosing a new password needs JavaScript.</NoScriptMessage>
          <Link className="btn-text justify-self-start font-normal text-granite" to={href('/login')}>
            <span>Back to login</span>
          </Link>
        </ScriptForm>
      </AuthLayout>
    </>
  )
}
