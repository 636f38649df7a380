import { useSyncExternalStore } from 'react'
import { href, Link, NavLink, useNavigate } from 'react-router'
import { loginUrlWithIntent } from '#app/features/account/ask-to-log-in.ts'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import { useCart } from '#app/state/cart.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { useSession } from '#app/state/session.ts'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useDropdowns } from './dropdowns.ts'
import { contentMenu, paths } from './navigation.ts'
import { OpenButton } from './open-button.tsx'
import { prefetchOverlay } from './overlays.tsx'
import { ShopMenu } from './shop-menu.tsx'

const solidAfterPx = 50

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

function useScrolled(): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > solidAfterPx,
    () => false,
  )
}

/** `overHero` is the text color of the transparent header over a hero. Without it the header is solid. */
export function Header({ overHero }: { overHero: 'snow' | 'ink' | undefined }) {
  const dropdowns = useDropdowns()
  const isSolid = useScrolled() || dropdowns.open !== null
  return (
    <header className="header" data-over-hero={isSolid ? undefined : overHero}>
      <div className="page header-inner max-w-none">
        <ShopMenu dropdowns={dropdowns} />
        <OpenButton
          label="Menu"
          to="#site-map"
          controls="dialog"
          onPress={() => openOverlay('menu')}
          onPrefetch={prefetchOverlay.menu}
          className="-ml-3 lg:hidden"
        >
          <Icon name="menu" />
        </OpenButton>
        <Link className="inline-flex min-h-target items-center" to={href('/')}>
          <Wordmark />
        </Link>
        <div className="nav justify-end">
          <nav className="nav max-lg:hidden" aria-label="Read">
            {contentMenu.map(({ title, to }) => (
              <NavLink key={to} className="nav-link" to={to} prefetch="intent">
                {title}
              </NavLink>
            ))}
          </nav>
          <div className="-mr-3 flex">
            <CartButton />
            <AccountMenu dropdowns={dropdowns} />
            <OpenButton
              label="Search"
              to={href('/shop')}
              controls="dialog"
              onPress={() => openOverlay('search')}
              onPrefetch={prefetchOverlay.search}
            >
              <Icon name="search" />
            </OpenButton>
          </div>
        </div>
      </div>
    </header>
  )
}

function CartButton() {
  const itemCount = useCart((cart) => cart.itemCount)
  const navigate = useNavigate()

  const open = () => {
    if (useSession.getState().isLoggedIn) return openOverlay('cart')
    toast('login to see cart', 'error')
    navigate(loginUrlWithIntent({ action: 'openCart' }))
  }

  return (
    <OpenButton
      label={cartLabel(itemCount)}
      to={paths.cart}
      controls="dialog"
      onPress={open}
      onPrefetch={prefetchOverlay.cart}
    >
      <Icon name="cart" />
      {itemCount > 0 && <span className="badge">{itemCount}</span>}
    </OpenButton>
  )
}

function cartLabel(itemCount: number): string {
  if (itemCount === 0) return 'Shopping bag'
  return itemCount === 1 ? 'Shopping bag, 1 item' : `Shopping bag, ${itemCount} items`
}
