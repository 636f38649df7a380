import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { Seo } from '#app/features/site/seo.tsx'
import { call, errorMessage } from '#app/lib/api.ts'
import { readEmailLink } from '#app/lib/email-link.ts'
import type { Handle } from '#app/lib/handle.ts'
import { loginUrl, useReturnTo } from '#app/lib/return-to.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { confirmEmail } from '#modules/accounts/contract.ts'
import type { Route } from './+types/confirm-email'

type Outcome = { state: 'sent' } | { state: 'verified' } | { state: 'failed'; message: string }

const missingDetails = 'Invalid or missing verification details.'
const failure = 'Email confirmation failed. Please try again later.'

export const handle: Handle = { robots: 'noindex' }

/** Confirms in the browser only, so an email scanner that fetches the link does not confirm the address. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Outcome> {
  const { search, searchParams } = new URL(request.url)
  const link = readEmailLink(search)
  if (searchParams.get('sent') && !link.token) return { state: 'sent' }
  if (!link.token || !link.email) return failedOutcome(missingDetails)
  try {
    await call(confirmEmail, { query: link })
  } catch (error) {
    return failedOutcome(errorMessage(error, failure))
  }
  toast('Email confirmed successfully', 'success')
  return { state: 'verified' }
}

function failedOutcome(message: string): Outcome {
  toast(message, 'error')
  return { state: 'failed', message }
}

export function HydrateFallback() {
  return (
    <Page title="One moment" isBusy>
      <p className="m-0 mt-4 text-granite">We are checking your link.</p>
      <NoScriptMessage>Confirming an email address needs JavaScript.</NoScriptMessage>
    </Page>
  )
}

export default function ConfirmEmail({ loaderData: outcome }: Route.ComponentProps) {
  const returnTo = useReturnTo()
  if (outcome.state === 'sent') {
    return (
      <Page title="Verification sent">
        <p className="m-0 mt-4 text-granite">
          A new link is on its way to you. Please check your email and your spam folder. The link works for 24 hours.
        </p>
        <Link className="btn btn-ink mt-10" to={href('/')}>
          Go to Home
        </Link>
      </Page>
    )
  }
  if (outcome.state === 'verified') {
    return (
      <Page title="Your Email is successfully verified">
        <Link className="btn btn-ink mt-10" to={loginUrl(returnTo)}>
          Login
        </Link>
      </Page>
    )
  }
  return (
    <Page title="Verification Failed">
      <p className="m-0 mt-4 text-granite">{outcome.message}</p>
      <p className="m-0 mt-2 text-granite">
        You can request a new link in your{' '}
        <Link className="underline underline-offset-4" to={`${href('/profile')}?tab=AccountSettings`}>
          Account Settings
        </Link>
        .
      </p>
      <Link className="btn btn-ink mt-10" to={href('/')}>
        Go to Home
      </Link>
    </Page>
  )
}

function Page({ title, isBusy = false, children }: { title: string; isBusy?: boolean; children: ReactNode }) {
  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center py-16 text-center" aria-busy={isBusy}>
      <Seo title={title} description="Confirm your email address." path="/confirm-email" />
      <MountainDrawing className="h-auto max-w-sm" />
      <h1 className="t-h2 mt-12">{title}</h1>
      {children}
    </div>
  )
}
