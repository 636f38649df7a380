import { useRevalidator } from 'react-router'
import { HiddenUsername } from '#app/features/account/hidden-username.tsx'
import { NewPassword } from '#app/features/account/new-password.tsx'
import { isStrongPassword, matchesPassword } from '#app/features/account/password.ts'
import { errorMessage } from '#app/lib/api.ts'
import { required, useForm } from '#app/lib/form.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'

type Name = 'currentPassword' | 'password' | 'confirmPassword'

/** Customers who only sign in through the identity provider have no password yet. */
const checksFor = ({ hasPassword }: WireUser) => ({
  currentPassword: hasPassword ? required('your current password') : () => undefined,
  password: isStrongPassword,
  confirmPassword: matchesPassword<Name>('password'),
})

export function ChangePassword({ user }: { user: WireUser }) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm<Name>({
    checks: checksFor(user),
    async send({ currentPassword, password, confirmPassword }, form) {
      await callAuthenticated('/authentication/change-password', {
        method: 'POST',
        body: { currentPassword, password, confirmPassword },
      })
      form.reset()
      toast('Your password has been changed', 'success')
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <form className="grid gap-3" aria-label="Change password" noValidate onSubmit={onSubmit} onInput={onInput}>
      <HiddenUsername email={user.email} />
      {user.hasPassword && (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
          error={errors.currentPassword}
        />
      )}
      <NewPassword label="New password" name="password" required error={errors.password} />
      <PasswordField
        label="Confirm new password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={errors.confirmPassword}
      />
      <Button type="submit" look="line" className="justify-self-start" busy={sending} busyText="Changing...">
        Change password
      </Button>
    </form>
  )
}
