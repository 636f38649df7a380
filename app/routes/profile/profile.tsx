import { type ShouldRevalidateFunctionArgs, useLocation, useNavigation, useRevalidator } from 'react-router'
import { tabOf } from '#app/features/account/profile-tabs.ts'
import { useReloadOnUserChange } from '#app/features/account/reload-on-user-change.ts'
import { loadAsCustomer } from '#app/features/account/require-session.ts'
import type { WireOrder } from '#app/features/order/order.ts'
import { paths } from '#app/layouts/navigation.ts'
import type { Handle } from '#app/lib/handle.ts'
import { queryClient } from '#app/queries/client.ts'
import { wishlistQuery } from '#app/queries/wishlist.ts'
import { Button } from '#app/ui/button.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'
import type { WireAddress } from '#modules/addresses/contract.ts'
import type { Route } from './+types/profile'
import { AddressBook } from './address-book.tsx'
import { layoutProps, ProfileLayout } from './layout.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { SavedItems } from './saved-items.tsx'
import { Settings } from './settings.tsx'

export const handle: Handle = { robots: 'disallow' }

/** Document requests carry no token, so the browser loads the personal data. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const tab = tabOf(new URL(request.url).search)
  return loadAsCustomer(request, async (userId, get) => {
    const [{ data: user }, addresses, orders, saved] = await Promise.all([
      get<{ data: WireUser }>(`/userdetails/${userId}`),
      tab.key === 'AddressSettings' ? get<WireAddress[]>(`/addresses/user/${userId}/alladdresses`) : [],
      tab.key === 'MyOrders' ? get<WireOrder[]>(`/order/${userId}`) : [],
      tab.key === 'SavedItems' ? queryClient.fetchQuery(wishlistQuery(userId)) : undefined,
    ])
    return { tab, user, addresses, orders, saved: saved?.products ?? [] }
  })
}

/** Opening an order changes only the URL; the data stays the same. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  const isSameTab = tabOf(currentUrl.search).key === tabOf(nextUrl.search).key
  return isSamePage && isSameTab ? false : defaultShouldRevalidate
}

export function HydrateFallback() {
  return (
    <ProfileLayout tab={tabOf(useLocation().search)} isBusy>
      <p className="sr-only" role="status">
        Loading your account...
      </p>
      <NoScriptMessage>Showing your account needs JavaScript.</NoScriptMessage>
      <div className="mt-block grid max-w-2xl gap-4" aria-hidden="true">
        <div className="skeleton h-20" />
        <div className="skeleton h-20" />
        <div className="skeleton h-20" />
      </div>
    </ProfileLayout>
  )
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { tab, user, orders } = loaderData
  const isNavigating = useNavigation().location?.pathname === paths.profile
  useReloadOnUserChange(user.userId, paths.login)
  if (tab.key === 'MyOrders')
    return <OrdersTab key={user.userId} tab={tab} user={user} orders={orders} isBusy={isNavigating} />
  return (
    <ProfileLayout tab={tab} {...layoutProps(user)} isBusy={isNavigating}>
      <Content key={user.userId} {...loaderData} />
    </ProfileLayout>
  )
}

function Content({ tab, user, addresses, saved }: Route.ComponentProps['loaderData']) {
  switch (tab.key) {
    case 'AccountSettings':
      return <Settings user={user} />
    case 'SavedItems':
      return <SavedItems saved={saved} />
    case 'AddressSettings':
      return <AddressBook user={user} addresses={addresses} />
  }
}

export function ErrorBoundary() {
  const { revalidate, state } = useRevalidator()
  return (
    <ProfileLayout tab={tabOf(useLocation().search)}>
      <p className="t-lead mt-8 mb-6 max-w-prose">
        We could not load your account. Your data is safe. Please try again.
      </p>
      <Button busy={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </ProfileLayout>
  )
}
