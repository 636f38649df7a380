import { Dialog } from '@base-ui/react/dialog'
import { useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { WireOrder } from '#app/features/order/order.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import '#app/styles/cart.css'
import '#app/styles/orders.css'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/schema.ts'
import { memberOf, ProfileFrame } from './frame.tsx'
import { MyOrders } from './my-orders.tsx'
import { chosenOrder, rowId } from './order-address.ts'
import { OrderDetail } from './order-detail.tsx'
import { type Tab, tabUrl } from './tabs.ts'

const mostListed = 100
const wide = '(width >= 64rem)'

function followWidth(changed: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const useWide = () =>
  useSyncExternalStore(
    followWidth,
    () => window.matchMedia(wide).matches,
    () => true,
  )

type Props = { tab: Tab; user: WireUser; orders: WireOrder[]; isBusy: boolean }

/** The list, and the order chosen from it: beside the list where there is room, over it elsewhere. */
export function OrdersTab({ tab, user, orders: newest, isBusy }: Props) {
  const { orders, hasMore, isLoading, loadMore } = useOrders(user.userId, newest)
  const number = chosenOrder(useLocation())
  const chosen = orders.find(({ orderNumber }) => orderNumber === number)
  const navigate = useNavigate()
  const isWide = useWide()

  const close = async () => {
    await navigate(tabUrl('MyOrders'), { replace: true, preventScrollReset: true })
    if (chosen) document.getElementById(rowId(chosen.orderNumber))?.focus()
  }
  const detail = chosen && <OrderDetail key={chosen.orderId} order={chosen} email={user.email} onClose={close} />

  return (
    <ProfileFrame tab={tab} {...memberOf(user)} isBusy={isBusy} aside={isWide && detail}>
      <MyOrders orders={orders} chosen={chosen} />
      {hasMore && (
        <Button look="line" className="mt-8" busy={isLoading} onClick={loadMore}>
          Show older orders
        </Button>
      )}
      {!isWide && (
        <Dialog.Root open={Boolean(chosen)} onOpenChange={(open) => !open && close()}>
          <Dialog.Portal>
            <Dialog.Backdrop className="scrim" />
            <Dialog.Popup className="panel cart-panel overflow-y-auto p-5 sm:p-8" aria-label={`Order ${number}`}>
              {detail}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </ProfileFrame>
  )
}

/** A hundred at a time. What is older is fetched when it is asked for. */
function useOrders(userId: string, newest: WireOrder[]) {
  const [older, setOlder] = useState<WireOrder[]>([])
  const [ended, setEnded] = useState(newest.length < mostListed)
  const [isLoading, run] = useBusy()
  const orders = [...newest, ...older.filter((order) => !newest.some(({ orderId }) => orderId === order.orderId))]

  const load = async () => {
    try {
      const next = await callAsCustomer<WireOrder[]>(`/order/${userId}?before=${orders.at(-1)?.orderId}`)
      setOlder((now) => [...now, ...next])
      setEnded(next.length < mostListed)
    } catch (error) {
      toast(errorMessage(error, 'Something went wrong, please try again later'), 'error')
    }
  }

  return { orders, hasMore: !ended, isLoading, loadMore: () => run(load) }
}
