import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { searchHash } from '#app/lib/urls.ts'
import { closeCurrencyModal, useCurrency } from '#app/state/currency.ts'
import { closeOverlay, openOverlay, useOverlay } from '#app/state/overlay.ts'
import { cancelSignInAgain, useSignInAgain } from '#app/state/sign-in-again.ts'
import { loadDeferred, toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'
import { useCloseOnNavigation } from './on-navigation.ts'

/** Their code is loaded just before they open. */
const overlays = {
  menu: () => import('./side-menu.tsx'),
  search: () => import('./search-overlay.tsx'),
  cart: () => import('./cart-panel.tsx'),
  currency: () => import('./currency-modal.tsx'),
  signIn: () => import('./sign-in-again.tsx'),
}

/** After the browser has shown the press or hover. A failed prefetch is reported when the overlay opens. */
const prefetch = (load: () => Promise<unknown>) => () => void setTimeout(() => loadDeferred(load).catch(() => {}))

export const prefetchOverlay = {
  menu: prefetch(overlays.menu),
  search: prefetch(overlays.search),
  cart: prefetch(overlays.cart),
}

function onPanelFailure(): void {
  closeOverlay()
  toastLoadFailure()
}

function onSignInFailure(): void {
  cancelSignInAgain()
  toastLoadFailure()
}

export function Overlays() {
  const open = useOverlay((state) => state.open)
  const SideMenu = useDeferredComponent(overlays.menu, open === 'menu', onPanelFailure)
  const SearchOverlay = useDeferredComponent(overlays.search, open === 'search', onPanelFailure)
  const CartPanel = useDeferredComponent(overlays.cart, open === 'cart', onPanelFailure)
  const isCurrencyOpen = useCurrency((state) => state.modalOpen)
  const CurrencyModal = useDeferredComponent(overlays.currency, isCurrencyOpen, closeCurrencyModal)
  const isSignInOpen = useSignInAgain((state) => state.isOpen)
  const SignInAgain = useDeferredComponent(overlays.signIn, isSignInOpen, onSignInFailure)
  useCloseOnNavigation(closeOverlay)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === searchHash) openOverlay('search')
  }, [hash])

  return (
    <>
      {SideMenu && <SideMenu />}
      {SearchOverlay && <SearchOverlay />}
      {CartPanel && <CartPanel />}
      {CurrencyModal && <CurrencyModal />}
      {SignInAgain && <SignInAgain />}
    </>
  )
}
