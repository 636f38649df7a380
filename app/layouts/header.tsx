import { useSyncExternalStore } from 'react'
import { href, Link, NavLink, useNavigate } from 'react-router'
import { loginFor } from '#app/features/account/ask-to-log-in.ts'
import { useCart } from '#app/state/cart.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { useSession } from '#app/state/session.ts'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'
import { Wordmark } from '#app/ui/wordmark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useDropdowns } from './dropdowns.ts'
import { Opener } from './opener.tsx'
import { prepare } from './overlays.tsx'
import { places, readMenu } from './places.ts'
import { ShopMenu } from './shop-menu.tsx'

const solidAfterPx = 50

function followScroll(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

function useScrolled(): boolean {
  return useSyncExternalStore(
    followScroll,
    () => window.scrollY > solidAfterPx,
    () => false,
  )
}

/** `clear` names the colour of the words where the header lies over a hero; elsewhere the header is solid. */
export function Header({ clear }: { clear: 'snow' | 'ink' | undefined }) {
  const dropdowns = useDropdowns()
  const isSolid = useScrolled() || dropdowns.open !== null
  return (
    <header className="header" data-clear={isSolid ? undefined : clear}>
      <div className="page header-in max-w-none">
        <ShopMenu dropdowns={dropdowns} />
        <Opener
          label="Menu"
          to="#site-map"
          opens="dialog"
          onOpen={() => openOverlay('menu')}
          onNear={prepare.menu}
          className="-ml-3 lg:hidden"
        >
          <Icon name="menu" />
        </Opener>
        <Link className="inline-flex min-h-target items-center" to={href('/')}>
          <Wordmark />
        </Link>
        <div className="nav justify-end">
          <nav className="nav max-lg:hidden" aria-label="Read">
            {readMenu.map(({ title, to }) => (
              <NavLink key={to} className="nav-link" to={to} prefetch="intent">
                {title}
              </NavLink>
            ))}
          </nav>
          <div className="-mr-3 flex">
            <Bag />
            <AccountMenu dropdowns={dropdowns} />
            <Opener
              label="Search"
              to={href('/shop')}
              opens="dialog"
              onOpen={() => openOverlay('search')}
              onNear={prepare.search}
            >
              <Icon name="search" />
            </Opener>
          </div>
        </div>
      </div>
    </header>
  )
}

function Bag() {
  const pieces = useCart((cart) => cart.pieces)
  const navigate = useNavigate()

  const open = () => {
    if (useSession.getState().isLoggedIn) return openOverlay('cart')
    toast('login to see cart', 'error')
    navigate(loginFor({ action: 'openCart' }))
  }

  return (
    <Opener label={bagLabel(pieces)} to={places.bag} opens="dialog" onOpen={open} onNear={prepare.cart}>
      <Icon name="bag" />
      {pieces > 0 && <span className="badge">{pieces}</span>}
    </Opener>
  )
}

function bagLabel(pieces: number): string {
  if (pieces === 0) return 'Shopping bag'
  return pieces === 1 ? 'Shopping bag, 1 item' : `Shopping bag, ${pieces} items`
}
