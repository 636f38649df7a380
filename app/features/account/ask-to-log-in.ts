import { href } from 'react-router'
import { loginUrl } from '#app/lib/return-to.ts'
import { type Intent, pathWithIntent, rememberIntent } from '#app/state/intent.ts'
import { toast } from '#app/ui/toast.tsx'

const accountPages = [href('/login'), href('/register'), href('/forget-password'), href('/reset-password')]

/** The login URL that returns to this page and resumes the intent. */
export function loginUrlWithIntent(intent: Intent): string {
  rememberIntent(intent)
  const { pathname, search } = window.location
  const returnPath = accountPages.includes(pathname) ? href('/') : pathname + search
  return loginUrl(pathWithIntent(returnPath, intent))
}

export function askToLogIn(text: string, intent: Intent): void {
  toast(text, 'info', { link: { text: 'Login', to: loginUrlWithIntent(intent) } })
}
