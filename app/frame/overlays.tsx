import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useCurrency } from '#app/state/currency.ts'
import { closeOverlay, useOverlay } from '#app/state/overlay.ts'
import { useSignInAgain } from '#app/state/sign-in-again.ts'

/** What lies over the page now and then. Its code is loaded when it is about to be wanted. */
const parts = {
  menu: () => import('./side-menu.tsx'),
  search: () => import('./search-overlay.tsx'),
  cart: () => import('./cart-panel.tsx'),
  currency: () => import('./currency-modal.tsx'),
  signIn: () => import('./sign-in-again.tsx'),
}

export const prepare = {
  menu: () => void parts.menu(),
  search: () => void parts.search(),
  cart: () => void parts.cart(),
}

const SideMenu = lazy(parts.menu)
const SearchOverlay = lazy(parts.search)
const CartPanel = lazy(parts.cart)
const CurrencyModal = lazy(parts.currency)
const SignInAgain = lazy(parts.signIn)

export function Overlays() {
  const seen = useOverlay((state) => state.seen)
  const modalSeen = useSeen(useCurrency((state) => state.modalOpen))
  const signInSeen = useSeen(useSignInAgain((state) => state.asking))
  const { key: visit } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page lies open, with nothing over it
  useLayoutEffect(() => closeOverlay, [visit])

  return (
    <Suspense>
      {seen.has('menu') && <SideMenu />}
      {seen.has('search') && <SearchOverlay />}
      {seen.has('cart') && <CartPanel />}
      {modalSeen && <CurrencyModal />}
      {signInSeen && <SignInAgain />}
    </Suspense>
  )
}

/** True from the first time on, so that what was opened can close in its own time. */
function useSeen(isOpen: boolean): boolean {
  const [seen, setSeen] = useState(false)
  if (isOpen && !seen) setSeen(true)
  return seen || isOpen
}
