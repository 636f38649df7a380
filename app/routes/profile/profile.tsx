import { useQuery } from '@tanstack/react-query'
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigation, useRevalidator } from 'react-router'
import { type Tab, tabOf } from '#app/features/account/profile-tabs.ts'
import { useReloadOnUserChange } from '#app/features/account/reload-on-user-change.ts'
import { loadAsCustomer } from '#app/features/account/require-session.ts'
import { paths } from '#app/layouts/navigation.ts'
import type { Handle } from '#app/lib/handle.ts'
import { userQuery } from '#app/queries/account.ts'
import { addressesQuery } from '#app/queries/addresses.ts'
import { queryClient } from '#app/queries/client.ts'
import { ordersQuery } from '#app/queries/orders.ts'
import { stockAlertsQuery } from '#app/queries/stock-alerts.ts'
import { wishlistQuery } from '#app/queries/wishlist.ts'
import { Button } from '#app/ui/button.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'
import type { Route } from './+types/profile'
import { AddressBook } from './address-book.tsx'
import { layoutProps, ProfileLayout } from './layout.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { SavedItems } from './saved-items.tsx'
import { Settings } from './settings.tsx'
import { StockAlerts } from './stock-alerts.tsx'

export const handle: Handle = { robots: 'disallow' }

/** Document requests carry no token, so the browser loads the personal data. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const tab = tabOf(new URL(request.url).search)
  return loadAsCustomer(request, async (userId) => {
    await Promise.all([
      queryClient.fetchQuery(userQuery(userId)),
      tab.key === 'AddressSettings' && queryClient.fetchQuery(addressesQuery(userId)),
      tab.key === 'MyOrders' && queryClient.fetchInfiniteQuery({ ...ordersQuery(userId), pages: 1 }),
      tab.key === 'SavedItems' && queryClient.fetchQuery(wishlistQuery(userId)),
      tab.key === 'SavedItems' && queryClient.fetchQuery(stockAlertsQuery(userId)),
    ])
    return { tab, userId }
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
  const { tab, userId } = loaderData
  const isNavigating = useNavigation().location?.pathname === paths.profile
  useReloadOnUserChange(userId, paths.login)
  const { data: user } = useQuery(userQuery(userId), queryClient)
  if (!user) return <HydrateFallback />
  if (tab.key === 'MyOrders') return <OrdersTab key={userId} tab={tab} user={user} isBusy={isNavigating} />
  return (
    <ProfileLayout tab={tab} {...layoutProps(user)} isBusy={isNavigating}>
      <Content key={userId} tab={tab} user={user} />
    </ProfileLayout>
  )
}

function Content({ tab, user }: { tab: Tab; user: WireUser }) {
  switch (tab.key) {
    case 'AccountSettings':
      return <Settings user={user} />
    case 'SavedItems':
      return (
        <>
          <SavedItems userId={user.userId} />
          <StockAlerts userId={user.userId} />
        </>
      )
    default:
      return <AddressBook user={user} />
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
