import { HiddenUsername } from '#app/features/account/hidden-username.tsx'
import { NewPassword } from '#app/features/account/new-password.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { reloadUser } from '#app/queries/account.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { changePassword, type WireUser } from '#modules/accounts/contract.ts'

/** Customers who only sign in through the identity provider have no password yet. */
export function ChangePassword({ user }: { user: WireUser }) {
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: changePassword.body,
    async send(body, form) {
      await callAuthenticated(changePassword, { body })
      form.reset()
      toast('Your password has been changed', 'success')
      await reloadUser()
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
