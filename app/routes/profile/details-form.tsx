import { useId } from 'react'
import * as z from 'zod/mini'
import { errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { reloadUser } from '#app/queries/account.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'
import { updateUser, type WireUser } from '#modules/accounts/contract.ts'

const schema = z.extend(updateUser.body, { terms: z.string('Please accept the terms.') })
const wireNames = { name: 'fullName' }

export function DetailsForm({ user }: { user: WireUser }) {
  const { sending, errors, onSubmit, onInput } = useForm({
    schema,
    wireNames,
    async send({ terms: _, ...body }) {
      await callAuthenticated(updateUser, { params: { id: user.userId }, body })
      toast('Profile Updated Successfully', 'success')
      await reloadUser()
    },
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <form className="grid gap-3" aria-label="Your details" noValidate onSubmit={onSubmit} onInput={onInput}>
      <Field
        label="Full name"
        name="fullName"
        autoComplete="name"
        defaultValue={user.name}
        required
        error={errors.fullName}
      />
      <Field
        label="Phone"
        name="phoneNumber"
        type="tel"
        autoComplete="tel"
        defaultValue={user.phoneNumber ?? ''}
        optional
        error={errors.phoneNumber}
      />
      <Field label="Email" name="email" type="email" defaultValue={user.email} disabled />
      <Terms error={errors.terms} />
      <Button type="submit" className="justify-self-start" busy={sending} busyText="Saving...">
        Save changes
      </Button>
    </form>
  )
}

function Terms({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-target items-center gap-3">
        <input
          className="check"
          type="checkbox"
          name="terms"
          value="yes"
          defaultChecked
          aria-invalid={Boolean(error)}
          aria-describedby={id}
        />
        I accept the terms
      </label>
      <p id={id} className={error ? 'field-message is-error' : 'field-message'} aria-live="polite">
        {error && <Icon name="alert" className="ico size-4 shrink-0" />}
        {error}
      </p>
    </div>
  )
}
