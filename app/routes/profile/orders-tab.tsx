import { Dialog } from '@base-ui/react/dialog'
import { useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Tab, tabUrl } from '#app/features/account/profile-tabs.ts'
import type { WireOrder } from '#app/features/order/order.ts'
import { openOrderNumber, rowId } from '#app/features/order/order-urls.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'
import { layoutProps, ProfileLayout } from './layout.tsx'
import { MyOrders } from './my-orders.tsx'
import { OrderDetail } from './order-detail.tsx'

const pageSize = 100
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

type Props = { tab: Tab; user: WireUser; orders: WireOrder[]; isBusy: boolean }

/** Wide screens show the open order beside the list, other screens in a dialog. */
export function OrdersTab({ tab, user, orders: newest, isBusy }: Props) {
  const { orders, hasMore, isLoading, loadMore } = useOrders(user.userId, newest)
  const number = openOrderNumber(useLocation())
  const openOrder = orders.find(({ orderNumber }) => orderNumber === number)
  const navigate = useNavigate()
  const isWide = useWideScreen()

  const close = async () => {
    await navigate(tabUrl('MyOrders'), { replace: true, preventScrollReset: true })
    if (openOrder) document.getElementById(rowId(openOrder.orderNumber))?.focus()
  }
  const detail = openOrder && (
    <OrderDetail key={openOrder.orderId} order={openOrder} email={user.email} onClose={close} />
  )

  return (
    <ProfileLayout tab={tab} {...layoutProps(user)} isBusy={isBusy} aside={isWide && detail}>
      <MyOrders orders={orders} openOrder={openOrder} />
      {hasMore && (
        <Button look="line" className="mt-8" busy={isLoading} onClick={loadMore}>
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

/** Loads older orders on request, one page at a time. */
function useOrders(userId: string, newest: WireOrder[]) {
  const [older, setOlder] = useState<WireOrder[]>([])
  const [hasEnded, setHasEnded] = useState(newest.length < pageSize)
  const [isLoading, run] = useBusy()
  const orders = [...newest, ...older.filter((order) => !newest.some(({ orderId }) => orderId === order.orderId))]

  const load = async () => {
    try {
      const next = await callAuthenticated<WireOrder[]>(`/order/${userId}?before=${orders.at(-1)?.orderId}`)
      setOlder((current) => [...current, ...next])
      setHasEnded(next.length < pageSize)
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
  }

  return { orders, hasMore: !hasEnded, isLoading, loadMore: () => run(load) }
}
