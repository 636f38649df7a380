import { useEffect } from 'react'
import { href, Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { GoogleSignInButton } from '#app/features/account/google-sign-in-button.tsx'
import { Seo } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { afterSignIn, useReturnTo, withReturnTo } from '#app/lib/return-to.ts'
import { hasIntent } from '#app/state/intent.ts'
import { useSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { AuthLayout } from './layout.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

const formTypes = {
  login: {
    path: href('/login'),
    title: 'Login',
    description: 'Sign in to your account.',
    Form: LoginForm,
    otherForm: { to: href('/register'), text: 'Create an account' },
  },
  register: {
    path: href('/register'),
    title: 'Register',
    description: 'Create an account.',
    Form: RegisterForm,
    otherForm: { to: href('/login'), text: 'Back to login' },
  },
  forgot: {
    path: href('/forget-password'),
    title: 'Forgot password',
    description: 'Choose a new password for your account.',
    Form: ForgotForm,
    otherForm: { to: href('/register'), text: 'Create an account' },
  },
}

function useFormType() {
  const { pathname } = useLocation()
  if (pathname.startsWith(formTypes.register.path)) return formTypes.register
  return pathname.startsWith(formTypes.forgot.path) ? formTypes.forgot : formTypes.login
}

export const handle: Handle = { cache: { query: [] }, robots: 'noindex' }

/** One page for login, registration and forgotten password; the path selects the form. */
export default function AuthPage() {
  const { path, title, description, Form, otherForm } = useFormType()
  const returnTo = useReturnTo()
  useRedirectWhenSignedIn(path !== formTypes.forgot.path)
  useSignInRefusedToast()
  return (
    <>
      <Seo title={title} description={description} path={path} />
      <AuthLayout title={title}>
        {returnTo && hasIntent(returnTo) && (
          <p className="m-0 mt-4 text-granite">Log in or create an account to continue. Your selection is saved.</p>
        )}
        <Form />
        <div className="mt-3">
          <GoogleSignInButton returnTo={() => afterSignIn(window.location.search)} />
        </div>
        <section className="rule mt-12 pt-8" aria-labelledby="join-us">
          <h2 id="join-us" className="t-label">
            JOIN US
          </h2>
          <p className="m-0 mt-3 text-granite">
            Keep a bag, save the pieces you love and follow your orders from the workshop to your door.
          </p>
          <Link className="btn-text mt-2" to={withReturnTo(otherForm.to, returnTo)}>
            <span>{otherForm.text}</span>
          </Link>
        </section>
      </AuthLayout>
    </>
  )
}

/** Redirects to the requested page after a sign-in here or in another tab. */
function useRedirectWhenSignedIn(enabled: boolean): void {
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const navigate = useNavigate()
  useEffect(() => {
    if (enabled && isLoggedIn) navigate(afterSignIn(window.location.search), { replace: true })
  }, [enabled, isLoggedIn, navigate])
}

/** The API redirects here with `signin=refused` when the sign-in at the identity provider failed. */
function useSignInRefusedToast(): void {
  const [query, setQuery] = useSearchParams()
  const isRefused = query.get('signin') === 'refused'
  useEffect(() => {
    if (!isRefused) return
    toast('The sign-in with Google did not work. Please try again, or use your password.', 'error')
    setQuery(
      (params) => {
        params.delete('signin')
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isRefused, setQuery])
}
