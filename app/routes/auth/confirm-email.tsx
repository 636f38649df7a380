import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { callApi, errorMessage } from '#app/lib/api.ts'
import { readMailLink } from '#app/lib/email-link.ts'
import { loginUrl, useReturnTo } from '#app/lib/return-to.ts'
import { Seo } from '#app/lib/seo.tsx'
import { Ridge } from '#app/ui/ridge.tsx'
import { NeedsScript } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Route } from './+types/confirm-email'

type Outcome = { state: 'sent' } | { state: 'verified' } | { state: 'failed'; message: string }

const missing = 'Invalid or missing verification details.'
const failure = 'Email confirmation failed. Please try again later.'

/** The link is opened by its reader's browser alone: a program that only fetches what is in a mail confirms nothing. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Outcome> {
  const { search, searchParams } = new URL(request.url)
  const link = readMailLink(search)
  if (searchParams.get('sent') && !link.token) return { state: 'sent' }
  if (!link.token || !link.email) return failed(missing)
  try {
    await callApi(`/authentication/confirm-email?${new URLSearchParams(link)}`)
  } catch (error) {
    return failed(errorMessage(error, failure))
  }
  toast('Email confirmed successfully', 'success')
  return { state: 'verified' }
}

function failed(message: string): Outcome {
  toast(message, 'error')
  return { state: 'failed', message }
}

export function HydrateFallback() {
  return (
    <Page title="One moment" isBusy>
      <p className="m-0 mt-4 text-granite">We are checking your link.</p>
      <NeedsScript>Confirming an email address needs JavaScript.</NeedsScript>
    </Page>
  )
}

export default function ConfirmEmail({ loaderData: outcome }: Route.ComponentProps) {
  const returnTo = useReturnTo()
  if (outcome.state === 'sent') {
    return (
      <Page title="Verification sent">
        <p className="m-0 mt-4 text-granite">
          A new link is on its way to you. Please check your mail, the spam folder too. The link works for 24 hours.
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
        A new link can be asked for in your{' '}
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
      <Seo title={title} description="The confirmation of an email address." path="/confirm-email" noindex />
      <Ridge className="h-auto max-w-sm" />
      <h1 className="t-h2 mt-12">{title}</h1>
      {children}
    </div>
  )
}
