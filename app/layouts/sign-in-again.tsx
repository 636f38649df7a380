import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { GoogleSignInButton } from '#app/features/account/google-sign-in-button.tsx'
import { signIn } from '#app/features/account/sign-in.ts'
import { useForm } from '#app/lib/form.ts'
import { useSession } from '#app/state/session.ts'
import { cancelSignInAgain, useSignInAgain } from '#app/state/sign-in-again.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { loginSchema } from '#modules/accounts/contract.ts'
import { paths } from './navigation.ts'

const schema = z.pick(loginSchema, { password: true })

/** Shown over the page when the session has expired, so that typed values stay. */
export default function SignInAgain() {
  const isOpen = useSignInAgain((state) => state.isOpen)
  const password = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && cancelSignInAgain()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim z-62" />
        <Dialog.Popup className="modal z-63 data-ending-style:ease-enter" initialFocus={password}>
          <div className="flex justify-end p-2">
            <Dialog.Close className="icon-btn" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className="px-6 pb-10 sm:px-14">
            <Dialog.Title className="t-h3">Please sign in again</Dialog.Title>
            <Dialog.Description className="m-0 mt-3 mb-6 text-granite">
              Your session has ended. Your entries on this page are kept.
            </Dialog.Description>
            <PasswordForm inputRef={password} />
            <div className="mt-3">
              <GoogleSignInButton newTab returnTo={() => paths.profile} />
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PasswordForm({ inputRef }: { inputRef: React.RefObject<HTMLInputElement | null> }) {
  const userEmail = useSession((session) => session.userEmail) ?? ''
  const [reason, setReason] = useState<string>()
  const { sending, errors, onSubmit, onInput } = useForm({
    schema,
    send: async ({ password }) => setReason(await signIn(userEmail, password)),
    failed: () => {},
  })
  return (
    <form className="grid gap-3" aria-label="Sign in again" noValidate onSubmit={onSubmit} onInput={onInput}>
      {reason && <AlertNote>{reason}</AlertNote>}
      <div>
        <label className="field-label" htmlFor="sign-in-again-email">
          Email
        </label>
        <input
          id="sign-in-again-email"
          className="input"
          type="email"
          autoComplete="username"
          value={userEmail}
          readOnly
        />
      </div>
      <PasswordField
        ref={inputRef}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <Button type="submit" busy={sending} busyText="Logging...">
        Login
      </Button>
    </form>
  )
}
