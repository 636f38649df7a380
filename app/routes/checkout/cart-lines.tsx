import { LineName, LineNotice, LinePicture, LineTotal } from '#app/features/cart/line.tsx'
import { LineActions, LineVariant } from '#app/features/cart/line-controls.tsx'
import { type CartLine, isBlocked, lineKey } from '#app/state/cart-lines.ts'
import { Price } from '#app/ui/price.tsx'
import { fromWire } from '#shared/money.ts'

type Props = { lines: CartLine[]; onRemoved: () => void }

export function CartLines({ lines, onRemoved }: Props) {
  return (
    <ul className="border-rule border-t" aria-label="In your bag">
      {lines.map((line) => (
        <Line key={lineKey(line)} line={line} onRemoved={onRemoved} />
      ))}
    </ul>
  )
}

function Line({ line, onRemoved }: { line: CartLine; onRemoved: () => void }) {
  return (
    <li
      className={`grid grid-cols-[96px_minmax(0,1fr)] gap-5 border-rule border-b py-6 md:grid-cols-[144px_minmax(0,1fr)] md:gap-8 md:py-8 ${isBlocked(line) ? '[&_img]:opacity-50 [&_img]:[filter:grayscale(1)]' : ''}`}
    >
      <LinePicture url={line.imgURL} />
      <div className="flex flex-col">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="t-h4">
            <LineName line={line} />
          </h2>
          <LineTotal line={line} />
        </div>
        <LineVariant line={line} />
        <p className="t-note m-0 mt-1">
          <Price usd={fromWire(line.unitPriceInUSD)} npr={fromWire(line.unitPrice)} /> each
        </p>
        <LineNotice line={line} />
        <LineActions line={line} onRemoved={onRemoved} className="mt-auto justify-between gap-x-6 gap-y-2 pt-4" />
      </div>
    </li>
  )
}
