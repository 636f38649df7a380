import { href, redirect } from 'react-router'
import { callApi } from '#app/lib/api.ts'
import { note } from '#app/lib/log-error.ts'
import { afterSignIn } from '#app/lib/return-to.ts'
import { Seo } from '#app/lib/seo.tsx'
import { type AuthResult, beginSession } from '#app/state/session.ts'
import { Ridge } from '#app/ui/ridge.tsx'
import { NeedsScript } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Route } from './+types/signed-in'

/** Where the identity provider's answer ends: the short-lived cookie becomes a session, and the way goes on. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<never> {
  try {
    beginSession(await callApi<AuthResult>('/authentication/session', { method: 'POST' }))
  } catch (error) {
    note('The sign-in could not be finished', error)
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
      <Seo title="Signing in" description="One moment." path="/signed-in" noindex />
      <Ridge className="h-auto max-w-sm" />
      <h1 className="t-h2 mt-12">Signing you in</h1>
      <NeedsScript>Signing in needs JavaScript.</NeedsScript>
    </div>
  )
}

export default function SignedIn() {
  return null
}
