import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { AmountPrice, LineName, LineNotice, LinePicture, LineTotal } from '#app/features/cart/line.tsx'
import { lineVariant } from '#app/features/cart/line-controls.tsx'
import { refreshCart } from '#app/queries/cart.ts'
import { useCart } from '#app/state/cart.ts'
import { type CartLine, isBlocked, lineKey, subtotalOf } from '#app/state/cart-lines.ts'
import { closeOverlay, useOverlay } from '#app/state/overlay.ts'
import { Button } from '#app/ui/button.tsx'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { toast } from '#app/ui/toast.tsx'
import { paths } from './navigation.ts'
import { ClosePanelButton, OverlayPanel } from './overlay-panel.tsx'

export default function CartPanel() {
  const lines = useCart((cart) => cart.lines)
  const isOpen = useOverlay(({ open }) => open === 'cart')
  const navigate = useNavigate()

  useEffect(() => {
    if (isOpen) refreshCart()
  }, [isOpen])

  const checkOut = () => {
    closeOverlay()
    if (lines.length > 0 && !lines.some(isBlocked)) return navigate(paths.checkout)
    toast(lines.length === 0 ? 'cart is empty' : 'Some items cannot be ordered. Please change or remove them.', 'info')
    return navigate(paths.cart)
  }

  return (
    <OverlayPanel overlay="cart" label="SHOPPING BAG" className="panel">
      <div className="flex h-header shrink-0 items-center justify-between border-rule border-b px-5 sm:px-8">
        <h2 className="t-label">SHOPPING BAG</h2>
        <ClosePanelButton label="Close" className="-mr-3" />
      </div>
      {lines.length > 0 ? <PanelLines lines={lines} /> : <NoLines />}
      <div className="grid gap-3 border-rule border-t px-5 py-6 sm:px-8">
        {lines.length > 0 && (
          <p className="m-0 mb-2 flex items-baseline justify-between">
            Subtotal
            <AmountPrice amount={subtotalOf(lines)} className="text-xl" />
          </p>
        )}
        <Button caps className="btn-block" onClick={checkOut}>
          CHECKOUT
        </Button>
        <Link className="btn btn-line btn-caps btn-block" to={paths.cart}>
          VIEW SHOPPING BAG
        </Link>
      </div>
    </OverlayPanel>
  )
}

function PanelLines({ lines }: { lines: CartLine[] }) {
  return (
    <ul className="flex-1 overflow-y-auto overscroll-contain px-5 sm:px-8" aria-label="In your bag">
      {lines.map((line) => (
        <li key={lineKey(line)} className="grid grid-cols-[88px_minmax(0,1fr)] gap-5 border-rule border-b py-6">
          <LinePicture url={line.imgURL} />
          <div>
            <div className="flex items-baseline justify-between gap-4">
              <h3 className="card-name m-0">
                <LineName line={line} />
              </h3>
              <LineTotal line={line} />
            </div>
            {line.attributeValue && <p className="t-note m-0 mt-1">{lineVariant(line)}</p>}
            <p className="t-note m-0 mt-1">Quantity {line.quantity}</p>
            <LineNotice line={line} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function NoLines() {
  return (
    <div className="grid flex-1 place-items-center overflow-y-auto px-10 text-center">
      <div className="w-full">
        <MountainDrawing className="h-18 opacity-60" />
        <p className="t-h4 m-0 mt-8">No items in cart</p>
      </div>
    </div>
  )
}
