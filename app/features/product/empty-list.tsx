import { href, Link } from 'react-router'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'

export function EmptyProductList() {
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center py-16 text-center">
      <MountainDrawing className="max-w-80" />
      <p className="t-h3 mt-8 mb-8">Nothing here yet! Time to start shopping!</p>
      <Link to={href('/shop')} className="btn btn-ink">
        Continue Shopping
      </Link>
    </div>
  )
}
