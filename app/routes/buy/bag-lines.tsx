import { changeQuantity, removeFromBag } from '#app/features/cart/change-bag.ts'
import { LineName, LineNotice, LinePicture, LineTotal } from '#app/features/cart/line.tsx'
import { type BagLine, isHeldUp } from '#app/state/bag-lines.ts'
import { Price } from '#app/ui/price.tsx'
import { fromWire } from '#shared/money.ts'

type Props = { lines: BagLine[]; onRemoved: () => void }

export function BagLines({ lines, onRemoved }: Props) {
  return (
    <ul className="bag-lines" aria-label="In your bag">
      {lines.map((line) => (
        <Line key={`${line.productId} ${line.selectedAttributeId}`} line={line} onRemoved={onRemoved} />
      ))}
    </ul>
  )
}

function Line({ line, onRemoved }: { line: BagLine; onRemoved: () => void }) {
  const remove = () => {
    void removeFromBag(line)
    onRemoved()
  }
  return (
    <li className={isHeldUp(line) ? 'is-held-up' : ''}>
      <LinePicture url={line.imgURL} />
      <div className="flex flex-col">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="t-h4">
            <LineName line={line} />
          </h2>
          <LineTotal line={line} />
        </div>
        {line.attributeValue && <p className="t-note m-0 mt-1">{line.attributeValue}</p>}
        <p className="t-note m-0 mt-1">
          <Price usd={fromWire(line.unitPriceInUSD)} npr={fromWire(line.unitPrice)} /> each
        </p>
        <LineNotice line={line} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-4">
          <Change line={line} onRemove={remove} />
          <button type="button" className="btn-text" onClick={remove}>
            <span>
              Remove<span className="sr-only"> {line.name}</span>
            </span>
          </button>
        </div>
      </div>
    </li>
  )
}

/** What cannot be had any more has no quantity to change; of what is short, the rest can be taken. */
function Change({ line, onRemove }: { line: BagLine; onRemove: () => void }) {
  if (line.notice === 'soldOut' || line.notice === 'gone') return null
  if (line.notice === 'short')
    return (
      <button
        type="button"
        className="btn btn-line min-h-target px-5"
        onClick={() => changeQuantity(line, line.productQuantity)}
      >
        Take {line.productQuantity} instead of {line.quantity}
      </button>
    )
  return <LineQuantity line={line} onRemove={onRemove} />
}

/** Below one there is nothing: the last piece is removed. */
function LineQuantity({ line, onRemove }: { line: BagLine; onRemove: () => void }) {
  const isLast = line.quantity === 1
  return (
    <fieldset className="stepper is-small m-0 p-0">
      <legend className="sr-only">{`Quantity of ${line.name}`}</legend>
      <button
        type="button"
        aria-label={`${isLast ? 'Remove the last one' : 'Decrease quantity'}: ${line.name}`}
        onClick={() => (isLast ? onRemove() : changeQuantity(line, line.quantity - 1))}
      >
        −
      </button>
      <output aria-live="polite">{line.quantity}</output>
      <button
        type="button"
        aria-label={`Increase quantity: ${line.name}`}
        onClick={() => changeQuantity(line, line.quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
