import { href, redirect } from 'react-router'
import { Seo } from '#app/features/site/seo.tsx'
import { call } from '#app/lib/api.ts'
import type { Handle } from '#app/lib/handle.ts'
import { logError } from '#app/lib/log-error.ts'
import { afterSignIn } from '#app/lib/return-to.ts'
import { beginSession } from '#app/state/session.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { createSessionFromOpenId } from '#modules/accounts/contract.ts'
import type { Route } from './+types/signed-in'

export const handle: Handle = { robots: 'noindex' }

/** The last step of the provider sign-in: exchanges the one-time cookie for a session and redirects. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<never> {
  try {
    beginSession(await call(createSessionFromOpenId))
  } catch (error) {
    logError('Provider sign-in failed', error)
    throw redirect(`${href('/login')}?signin=refused`)
  }
  const { search, searchParams } = new URL(request.url)
  const next = afterSignIn(search)
  toast('successfully login', 'success')
  if (!searchParams.has('choosePassword')) throw redirect(next)
  toast('Your old password no longer works. Please choose a new one in your account settings.', 'info')
  throw redirect(next === href('/') ? `${href('/profile')}?tab=AccountSettings` : next)
}

export function HydrateFallback() {
  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center py-16 text-center" aria-busy="true">
      <Seo title="Signing in" description="One moment." path="/signed-in" />
      <MountainDrawing className="h-auto max-w-sm" />
      <h1 className="t-h2 mt-12">Signing you in</h1>
      <NoScriptMessage>Signing in needs JavaScript.</NoScriptMessage>
    </div>
  )
}

export default function SignedIn() {
  return null
}
