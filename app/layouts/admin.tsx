import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link, NavLink, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import type { Handle } from '#app/lib/handle.ts'
import { useSession } from '#app/state/session.ts'
import { paths } from './navigation.ts'
import { signOut } from './sign-out.ts'
import '#app/styles/admin.css'
import '#app/styles/admin-tables.css'
import '#app/styles/admin-orders.css'
import '#app/styles/admin-customers.css'
import '#app/styles/admin-today.css'
import '#app/styles/admin-editor.css'
import '#app/styles/admin-lists.css'
import { AdminTitle } from '#app/features/admin/admin-title.tsx'
import { roleNames } from '#app/features/admin/role-names.ts'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import type { Route } from './+types/admin'
import { ErrorBoundary as ErrorPage } from './admin-errors.tsx'
import { adminSections } from './admin-navigation.ts'

export type Member = { userId: string; name: string; role: 'Staff' | 'Admin' }

export const handle: Handle = { robots: 'disallow' }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Member>('/admin/me'))
}

export function HydrateFallback() {
  return (
    <Frame>
      <AdminTitle />
      <p className="sr-only" role="status">
        Loading back office...
      </p>
      <NoScriptMessage>The back office needs JavaScript. Turn it on in your browser.</NoScriptMessage>
      <div className="grid gap-4" aria-hidden="true">
        <div className="skeleton h-10 max-w-xs" />
        <div className="skeleton h-64" />
      </div>
    </Frame>
  )
}

export default function AdminLayout({ loaderData: member }: Route.ComponentProps) {
  const isNavigating = useNavigation().state !== 'idle'
  useRedirectOnSignOut()
  return (
    <Frame member={member} isBusy={isNavigating}>
      <Outlet />
    </Frame>
  )
}

/** Redirects to the login after a sign-out in any tab. */
function useRedirectOnSignOut(): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      useSession.subscribe(({ isLoggedIn }) => {
        if (!isLoggedIn) navigate(paths.login)
      }),
    [navigate],
  )
}

type Props = { member?: Member; isBusy?: boolean; children: ReactNode }

function Frame({ member, isBusy = false, children }: Props) {
  return (
    <div className="admin-layout">
      <meta name="robots" content="noindex" />
      <Sidebar member={member} />
      <main id="content" className="admin-main" aria-busy={isBusy}>
        {children}
      </main>
    </div>
  )
}

function Sidebar({ member }: { member: Member | undefined }) {
  const { pathname } = useLocation()
  const [menuOpenAt, setMenuOpenAt] = useState<string>()
  const toggle = useRef<HTMLButtonElement>(null)
  const isOpen = menuOpenAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setMenuOpenAt(undefined)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  return (
    <header className="admin-sidebar on-dark">
      <div className="admin-brand">
        <Link className="inline-flex min-h-target items-center" to={href('/admin')}>
          <Wordmark />
        </Link>
        <button
          ref={toggle}
          type="button"
          className="icon-btn admin-menu-toggle"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="admin-menu"
          onClick={() => setMenuOpenAt(isOpen ? undefined : pathname)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </div>
      <div id="admin-menu" className="admin-menu" data-open={isOpen || undefined}>
        <nav aria-label="Back office">
          {adminSections.map((group) => (
            <ul key={group[0]?.to}>
              {group
                .filter(({ ownerOnly }) => !ownerOnly || member?.role === 'Admin')
                .map(({ title, to }) => (
                  <li key={to}>
                    <NavLink to={to} end={to === href('/admin')} prefetch="intent">
                      {title}
                    </NavLink>
                  </li>
                ))}
            </ul>
          ))}
        </nav>
        <div className="admin-sidebar-foot">
          {member && (
            <p className="m-0">
              <span className="block truncate">{member.name}</span>
              <span className="t-note text-scree">{roleNames[member.role]}</span>
            </p>
          )}
          <Link to={href('/')}>View shop</Link>
          {member && (
            <button type="button" onClick={() => signOut()}>
              Sign out
            </button>
          )}
        </div>
      </div>
    </header>
  )
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  )
}
