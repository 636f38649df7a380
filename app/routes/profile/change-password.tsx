import { useRevalidator } from 'react-router'
import { KnownAs } from '#app/features/account/known-as.tsx'
import { NewPassword } from '#app/features/account/new-password.tsx'
import { isStrong, repeats } from '#app/features/account/password.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { required, useForm } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/schema.ts'

type Name = 'currentPassword' | 'password' | 'confirmPassword'

/** Somebody who always came through the identity provider has no password yet. */
const checksFor = ({ hasPassword }: WireUser) => ({
  currentPassword: hasPassword ? required('your current password') : () => undefined,
  password: isStrong,
  confirmPassword: repeats<Name>('password'),
})

export function ChangePassword({ user }: { user: WireUser }) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm<Name>({
    checks: checksFor(user),
    async send({ currentPassword, password, confirmPassword }, form) {
      await callAsCustomer('/authentication/change-password', {
        method: 'POST',
        body: { currentPassword, password, confirmPassword },
      })
      form.reset()
      toast('Your password has been changed', 'success')
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error, 'Something went wrong, please try again later'), 'error'),
  })
  return (
    <form className="grid gap-3" aria-label="Change password" noValidate onSubmit={onSubmit} onInput={onInput}>
      <KnownAs email={user.email} />
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
        label="New password, again"
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
