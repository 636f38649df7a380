import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { fetchPart, sayNotOpened, useLate } from '#app/lib/deferred-component.ts'
import { closeCurrencyModal, useCurrency } from '#app/state/currency.ts'
import { closeOverlay, useOverlay } from '#app/state/overlay.ts'
import { leaveSignedOut, useSignInAgain } from '#app/state/sign-in-again.ts'

/** What lies over the page now and then. Its code is loaded when it is about to be wanted. */
const parts = {
  menu: () => import('./side-menu.tsx'),
  search: () => import('./search-overlay.tsx'),
  cart: () => import('./cart-panel.tsx'),
  currency: () => import('./currency-modal.tsx'),
  signIn: () => import('./sign-in-again.tsx'),
}

/** Whether it could be had is told when it is wanted. */
const early = (load: () => Promise<unknown>) => () => void fetchPart(load).catch(() => {})

export const prepare = { menu: early(parts.menu), search: early(parts.search), cart: early(parts.cart) }

function giveUpPanel(): void {
  closeOverlay()
  sayNotOpened()
}

function giveUpSignIn(): void {
  leaveSignedOut()
  sayNotOpened()
}

export function Overlays() {
  const open = useOverlay((state) => state.open)
  const SideMenu = useLate(parts.menu, open === 'menu', giveUpPanel)
  const SearchOverlay = useLate(parts.search, open === 'search', giveUpPanel)
  const CartPanel = useLate(parts.cart, open === 'cart', giveUpPanel)
  const isCurrencyAsked = useCurrency((state) => state.modalOpen)
  const CurrencyModal = useLate(parts.currency, isCurrencyAsked, closeCurrencyModal)
  const isSignInAsked = useSignInAgain((state) => state.asking)
  const SignInAgain = useLate(parts.signIn, isSignInAsked, giveUpSignIn)
  const { key: visit } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every navigation
  useLayoutEffect(() => closeOverlay, [visit])

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
