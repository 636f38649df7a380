import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link, NavLink, Outlet, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { places } from '#app/layouts/places.ts'
import { signOut } from '#app/layouts/sign-out.ts'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { useSession } from '#app/state/session.ts'
import '#app/styles/account.css'
import '#app/styles/orders.css'
import '#app/styles/admin.css'
import '#app/styles/tables.css'
import '#app/styles/admin-orders.css'
import '#app/styles/admin-people.css'
import '#app/styles/today.css'
import '#app/styles/product-cards.css'
import '#app/styles/product-lists.css'
import { Icon } from '#app/ui/icons.tsx'
import { NeedsScript } from '#app/ui/script-form.tsx'
import { Wordmark } from '#app/ui/wordmark.tsx'
import type { Route } from './+types/frame'
import { officePlaces } from './places.ts'
import { OfficeTitle } from './ui/title.tsx'
import { Trouble } from './ui/trouble.tsx'

export type Member = { userId: string; name: string; role: 'Staff' | 'Admin' }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Member>('/admin/me'))
}

export function HydrateFallback() {
  return (
    <Frame>
      <OfficeTitle />
      <p className="sr-only" role="status">
        Loading the back office...
      </p>
      <NeedsScript>The back office needs JavaScript.</NeedsScript>
      <div className="grid gap-4" aria-hidden="true">
        <div className="skeleton h-10 max-w-xs" />
        <div className="skeleton h-64" />
      </div>
    </Frame>
  )
}

export default function Office({ loaderData: member }: Route.ComponentProps) {
  const isMoving = useNavigation().state !== 'idle'
  useLeave()
  return (
    <Frame member={member} isBusy={isMoving}>
      <Outlet />
    </Frame>
  )
}

/** The office closes when its person signs out, in whichever tab. */
function useLeave(): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      useSession.subscribe(({ isLoggedIn }) => {
        if (!isLoggedIn) navigate(places.login)
      }),
    [navigate],
  )
}

type Props = { member?: Member; isBusy?: boolean; children: ReactNode }

function Frame({ member, isBusy = false, children }: Props) {
  return (
    <div className="office">
      <meta name="robots" content="noindex" />
      <Side member={member} />
      <main id="content" className="office-main" aria-busy={isBusy}>
        {children}
      </main>
    </div>
  )
}

function Side({ member }: { member: Member | undefined }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const toggle = useRef<HTMLButtonElement>(null)
  const isOpen = openAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpenAt(undefined)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  return (
    <header className="office-side on-dark">
      <div className="office-brand">
        <Link className="inline-flex min-h-target items-center" to={href('/admin')}>
          <Wordmark />
        </Link>
        <button
          ref={toggle}
          type="button"
          className="icon-btn office-toggle"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="office-menu"
          onClick={() => setOpenAt(isOpen ? undefined : pathname)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </div>
      <div id="office-menu" className="office-menu" data-open={isOpen || undefined}>
        <nav aria-label="Back office">
          {officePlaces.map((group) => (
            <ul key={group[0]?.to}>
              {group
                .filter(({ adminOnly }) => !adminOnly || member?.role === 'Admin')
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
        <div className="office-foot">
          {member && (
            <p className="m-0">
              <span className="block truncate">{member.name}</span>
              <span className="t-note text-scree">{member.role}</span>
            </p>
          )}
          <Link to={href('/')}>Visit the shop</Link>
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
  const error = useRouteError()
  return (
    <Frame>
      <Trouble error={error} />
    </Frame>
  )
}
