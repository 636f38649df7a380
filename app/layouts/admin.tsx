import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link, NavLink, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import type { Handle } from '#app/lib/handle.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { useSession } from '#app/state/session.ts'
import { setHelpOpen } from '#app/state/shortcuts.ts'
import { paths } from './navigation.ts'
import { signOut } from './sign-out.ts'
import '#app/styles/admin.css'
import { AdminTitle } from '#app/features/admin/admin-head.tsx'
import { renewDevice } from '#app/features/admin/device.ts'
import { useKeepFocus } from '#app/features/admin/use-keep-focus.ts'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import { getStaffMember, type WireStaffMember } from '#modules/accounts/admin-contract.ts'
import { can, type Role } from '#shared/rights.ts'
import type { Route } from './+types/admin'
import { ErrorBoundary as ErrorPage } from './admin-errors.tsx'
import { adminSections } from './admin-navigation.ts'
import { AdminSearch } from './admin-search.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Shortcuts } from './shortcuts.tsx'

export const handle: Handle = { robots: 'disallow' }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getStaffMember)
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
  useKeepFocus()
  useEffect(() => void renewDevice(), [])
  return (
    <Frame member={member} isBusy={isNavigating}>
      <ConnectionNotice />
      <Shortcuts role={member.role} />
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

type Props = { member?: WireStaffMember; isBusy?: boolean; children: ReactNode }

function Frame({ member, isBusy = false, children }: Props) {
  return (
    <div className="min-h-dvh text-[.9375rem] leading-normal lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
      <meta name="robots" content="noindex" />
      <Sidebar member={member} />
      <main
        id="content"
        className="admin-main min-w-0 max-w-336 px-5 pt-6 pb-16 transition-opacity duration-(--duration-quick) ease-enter aria-busy:opacity-60 aria-busy:delay-150 lg:px-10 lg:pt-8 lg:pb-20 print:max-w-none print:p-0"
        aria-busy={isBusy}
      >
        {children}
      </main>
    </div>
  )
}

const menuLink =
  'flex min-h-9 items-center justify-between px-6 text-scree transition-[color] duration-(--duration-quick) ease-enter hover:text-snow focus-visible:-outline-offset-3 aria-[current]:text-snow aria-[current]:shadow-[inset_2px_0_var(--color-snow)] pointer-coarse:min-h-target max-lg:min-h-target max-lg:px-5'
const footLink =
  'flex min-h-9 items-center justify-self-start text-scree hover:text-snow pointer-coarse:min-h-target max-lg:min-h-target'

/** Until the role is known, the menu is empty. */
const sectionsOf = (role: Role = 'Customer') =>
  adminSections.map((group) => group.filter(({ right }) => can(role, right))).filter(({ length }) => length > 0)

function Sidebar({ member }: { member: WireStaffMember | undefined }) {
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
    <header className="on-dark sticky top-0 bg-night text-snow max-lg:z-30 lg:flex lg:h-dvh lg:flex-col print:hidden">
      <div className="flex items-center justify-between gap-x-4 py-2 pr-2 pl-5 lg:flex-wrap lg:px-4 lg:pt-5 lg:pb-3">
        <Link className="inline-flex min-h-target items-center lg:px-2 lg:pb-2" to={href('/admin')}>
          <Wordmark className="text-[1.125rem]" />
        </Link>
        {member ? <AdminSearch /> : <div className="lg:h-target lg:w-full" />}
        <button
          ref={toggle}
          type="button"
          className="icon-btn lg:hidden"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="admin-menu"
          onClick={() => setMenuOpenAt(isOpen ? undefined : pathname)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </div>
      <div
        id="admin-menu"
        className={`flex min-h-0 flex-1 flex-col max-lg:max-h-[calc(100dvh-3.75rem)] max-lg:overflow-y-auto max-lg:border-night-rule max-lg:border-t max-lg:pb-4 ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <nav className="lg:min-h-0 lg:flex-1 lg:overflow-y-auto" aria-label="Back office">
          {sectionsOf(member?.role).map((group) => (
            <ul key={group[0]?.to} className="py-2 lg:py-0.5 not-first:border-night-rule not-first:border-t">
              {group.map(({ title, to }) => (
                <li key={to}>
                  <NavLink className={menuLink} to={to} end={to === href('/admin')} prefetch="intent">
                    {title}
                  </NavLink>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="mt-auto grid px-6 pt-3 pb-3 text-[.875rem] max-lg:px-5 lg:border-night-rule lg:border-t">
          {member && (
            <p className="mb-1">
              <span className="block truncate">{member.name}</span>
              <span className="t-note text-scree">{member.role}</span>
            </p>
          )}
          {member && (
            <Link className={footLink} to={href('/admin/notifications')}>
              Notifications
            </Link>
          )}
          <div className="flex gap-5 whitespace-nowrap">
            <Link className={footLink} to={href('/')}>
              View shop
            </Link>
            {member && (
              <button type="button" className={footLink} onClick={() => signOut()}>
                Sign out
              </button>
            )}
            {member && (
              <button
                type="button"
                className={`${footLink} ml-auto min-w-9 justify-center max-lg:hidden`}
                aria-label="Keyboard shortcuts"
                onClick={() => setHelpOpen(true)}
              >
                ?
              </button>
            )}
          </div>
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
