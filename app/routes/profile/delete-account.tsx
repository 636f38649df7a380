import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { HiddenUsername } from '#app/features/account/hidden-username.tsx'
import { clearSession } from '#app/layouts/sign-out.ts'
import { errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { deleteUser, type WireUser } from '#modules/accounts/contract.ts'
import { requiredText } from '#shared/fields.ts'

export function DeleteAccount({ user }: { user: WireUser }) {
  const [open, setOpen] = useState(false)
  return (
    <ConfirmDialog
      title="Delete your account?"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button look="line">Delete my account</Button>}
    >
      <DialogText render={<div />} className="mt-4 text-granite">
        <p className="m-0">This cannot be undone.</p>
        <dl className="mt-4 grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
          <dt className="text-ink">Deleted</dt>
          <dd>Your name, email, phone and password, your addresses, your bag, your saved items and your reviews.</dd>
          <dt className="text-ink">Kept</dt>
          <dd>Your orders, without your name, because the shop must keep its accounts.</dd>
        </dl>
      </DialogText>
      <DeleteForm user={user} />
    </ConfirmDialog>
  )
}

const withEmail = z.extend(deleteUser.body, { email: requiredText(254, 'Please enter your email.') })

/** Customers without a password confirm with their email instead. */
function DeleteForm({ user }: { user: WireUser }) {
  const navigate = useNavigate()
  const { sending, errors, onSubmit, onInput } = useForm<typeof deleteUser.body | typeof withEmail>({
    schema: user.hasPassword ? deleteUser.body : withEmail,
    async send(body) {
      await callAuthenticated(deleteUser, { params: { id: user.userId }, body })
      await navigate(href('/'), { replace: true })
      clearSession()
      toast('Your account has been deleted', 'success')
    },
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <form className="mt-6 grid gap-3" aria-label="Delete my account" noValidate onSubmit={onSubmit} onInput={onInput}>
      {user.hasPassword ? (
        <>
          <HiddenUsername email={user.email} />
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
        </>
      ) : (
        <Field
          label="Enter your email to confirm"
          name="email"
          type="email"
          autoComplete="off"
          required
          error={errors.email}
        />
      )}
      <Button type="submit" busy={sending} busyText="Deleting...">
        Delete my account
      </Button>
      <DialogClose className="btn btn-line">Keep my account</DialogClose>
    </form>
  )
}
