import { useEffect } from 'react'
import { href, Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ContinueWith } from '#app/features/account/continue-with.tsx'
import { afterSignIn, useReturnTo, withReturnTo } from '#app/lib/return-to.ts'
import { Seo } from '#app/lib/seo.tsx'
import { hasIntent } from '#app/state/intent.ts'
import { useSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { AccountFrame } from './frame.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

const types = {
  login: {
    path: href('/login'),
    title: 'Login',
    description: 'Sign in to your account.',
    Form: LoginForm,
    other: { to: href('/register'), text: 'Create an account' },
  },
  register: {
    path: href('/register'),
    title: 'Register',
    description: 'Open an account.',
    Form: RegisterForm,
    other: { to: href('/login'), text: 'Back to login' },
  },
  forgot: {
    path: href('/forget-password'),
    title: 'Forgot password',
    description: 'Choose a new password for your account.',
    Form: ForgotForm,
    other: { to: href('/register'), text: 'Create an account' },
  },
}

function useFormType() {
  const { pathname } = useLocation()
  if (pathname.startsWith(types.register.path)) return types.register
  return pathname.startsWith(types.forgot.path) ? types.forgot : types.login
}

/** One page for everybody without an account at hand; its address says which form it shows. */
export default function Account() {
  const { path, title, description, Form, other } = useFormType()
  const returnTo = useReturnTo()
  useWayOn(path !== types.forgot.path)
  useRefusal()
  return (
    <>
      <Seo title={title} description={description} path={path} noindex />
      <AccountFrame title={title}>
        {returnTo && hasIntent(returnTo) && (
          <p className="m-0 mt-4 text-granite">Log in or create an account to go on. What you have chosen is kept.</p>
        )}
        <Form />
        <div className="mt-3">
          <ContinueWith returnTo={() => afterSignIn(window.location.search)} />
        </div>
        <section className="rule mt-12 pt-8" aria-labelledby="join-us">
          <h2 id="join-us" className="t-label">
            JOIN US
          </h2>
          <p className="m-0 mt-3 text-granite">
            Keep a bag, save the pieces you love and follow your orders from the workshop to your door.
          </p>
          <Link className="btn-text mt-2" to={withReturnTo(other.to, returnTo)}>
            <span>{other.text}</span>
          </Link>
        </section>
      </AccountFrame>
    </>
  )
}

/** Whoever is signed in, by this form or in another tab, goes on to where they wanted to be. */
function useWayOn(leads: boolean): void {
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const navigate = useNavigate()
  useEffect(() => {
    if (leads && isLoggedIn) navigate(afterSignIn(window.location.search), { replace: true })
  }, [leads, isLoggedIn, navigate])
}

/** The identity provider, or the person there, said no. */
function useRefusal(): void {
  const [query, setQuery] = useSearchParams()
  const isRefused = query.get('signin') === 'refused'
  useEffect(() => {
    if (!isRefused) return
    toast('The sign-in with Google did not work. Please try again, or use your password.', 'error')
    setQuery(
      (now) => {
        now.delete('signin')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isRefused, setQuery])
}
