import { Dialog } from '@base-ui/react/dialog'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Tab, tabUrl } from '#app/features/account/profile-tabs.ts'
import { openOrderNumber, rowId } from '#app/features/order/order-urls.ts'
import { errorMessage } from '#app/lib/api.ts'
import { queryClient } from '#app/queries/client.ts'
import { ordersQuery } from '#app/queries/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'
import { layoutProps, ProfileLayout } from './layout.tsx'
import { MyOrders } from './my-orders.tsx'
import { OrderDetail } from './order-detail.tsx'

const wideScreen = '(width >= 64rem)'

function subscribeToWidth(changed: () => void): () => void {
  const query = window.matchMedia(wideScreen)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const useWideScreen = () =>
  useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(wideScreen).matches,
    () => true,
  )

type Props = { tab: Tab; user: WireUser; isBusy: boolean }

/** Wide screens show the open order beside the list, other screens in a dialog. */
export function OrdersTab({ tab, user, isBusy }: Props) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(user.userId),
    queryClient,
  )
  const orders = data?.pages.flat() ?? []
  const number = openOrderNumber(useLocation())
  const openOrder = orders.find(({ orderNumber }) => orderNumber === number)
  const navigate = useNavigate()
  const isWide = useWideScreen()

  const loadMore = async () => {
    const { isError, error } = await fetchNextPage()
    if (isError) toast(errorMessage(error), 'error')
  }
  const close = async () => {
    await navigate(tabUrl('MyOrders'), { replace: true, preventScrollReset: true })
    if (openOrder) document.getElementById(rowId(openOrder.orderNumber))?.focus()
  }
  const detail = openOrder && <OrderDetail key={openOrder.orderId} order={openOrder} user={user} onClose={close} />

  return (
    <ProfileLayout tab={tab} {...layoutProps(user)} isBusy={isBusy} aside={isWide && detail}>
      <MyOrders orders={orders} openOrder={openOrder} />
      {hasNextPage && (
        <Button look="line" className="mt-8" busy={isFetchingNextPage} onClick={loadMore}>
          Show older orders
        </Button>
      )}
      {!isWide && (
        <Dialog.Root open={Boolean(openOrder)} onOpenChange={(open) => !open && close()}>
          <Dialog.Portal>
            <Dialog.Backdrop className="scrim" />
            <Dialog.Popup className="panel overflow-y-auto p-5 sm:p-8" aria-label={`Order ${number}`}>
              {detail}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </ProfileLayout>
  )
}
