import { Link, useNavigate } from 'react-router'
import { useCart } from '#app/state/cart.ts'
import { closeOverlay } from '#app/state/overlay.ts'
import { Button } from '#app/ui/button.tsx'
import { Ridge } from '#app/ui/ridge.tsx'
import { toast } from '#app/ui/toast.tsx'
import { places } from './places.ts'
import { CloseSheet, Sheet } from './sheet.tsx'

export default function CartPanel() {
  const pieces = useCart((cart) => cart.pieces)
  const navigate = useNavigate()

  const checkOut = () => {
    closeOverlay()
    if (pieces > 0) return navigate(places.checkout)
    toast('cart is empty', 'info')
    return navigate(places.bag)
  }

  return (
    <Sheet overlay="cart" label="SHOPPING BAG" className="panel cart-panel">
      <div className="flex h-header shrink-0 items-center justify-between border-rule border-b px-5 sm:px-8">
        <h2 className="t-label">SHOPPING BAG</h2>
        <CloseSheet label="Close" className="-mr-3" />
      </div>
      <div className="grid flex-1 place-items-center overflow-y-auto px-10 text-center">
        {pieces === 0 ? (
          <div className="w-full">
            <Ridge className="h-18 opacity-60" />
            <p className="t-h4 m-0 mt-8">No items in cart</p>
          </div>
        ) : (
          <p className="t-h4 m-0">{pieces === 1 ? 'One piece is in your bag' : `${pieces} pieces are in your bag`}</p>
        )}
      </div>
      <div className="grid gap-3 border-rule border-t px-5 py-6 sm:px-8">
        <Button caps className="btn-block" onClick={checkOut}>
          CHECKOUT
        </Button>
        <Link className="btn btn-line btn-caps btn-block" to={places.bag}>
          VIEW SHOPPING BAG
        </Link>
      </div>
    </Sheet>
  )
}
