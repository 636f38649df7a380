import { useVariantMenu } from '#app/features/product/use-variant-menu.tsx'
import { variantText } from '#app/features/product/variant-text.ts'
import { call } from '#app/lib/api.ts'
import { type CartLine, lineKey } from '#app/state/cart-lines.ts'
import { useBusy } from '#app/ui/busy.ts'
import { toastLoadFailure } from '#app/ui/deferred-component.ts'
import { getProduct, type Variant } from '#modules/catalog/contract.ts'
import { variantFromWire } from '#modules/catalog/wire.ts'
import { changeQuantity, changeVariant, removeFromCart } from './change-cart.ts'

export function lineVariant({ attributeValue, measure }: CartLine): string | null {
  return attributeValue && variantText({ value: attributeValue, measure: measure ?? '' })
}

async function findVariants({ slugs }: CartLine): Promise<Variant[]> {
  const { attributes } = await call(getProduct, { params: { slug: slugs } })
  const all = attributes.map((variant) => ({ ...variantFromWire(variant), stock: variant.productQuantity }))
  return all.filter(({ stock }) => stock > 0)
}

/** The variant of a line, with a button to change it. Changing it creates another line, which gets the focus. */
export function LineVariant({ line }: { line: CartLine }) {
  const [busy, run] = useBusy()
  const change = (variant: Variant) => {
    void changeVariant(line, variant)
    const changed = lineKey({ ...line, selectedAttributeId: variant.id })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-line="${changed}"]`)?.focus())
  }
  const { buttonProps, open, menu } = useVariantMenu(change)
  const text = lineVariant(line)
  if (!text) return null
  if (line.notice === 'gone') return <p className="t-note m-0 mt-1">{text}</p>
  const choose = () => run(() => findVariants(line).then(open, toastLoadFailure))
  return (
    <p className="t-note m-0 flex flex-wrap items-center gap-x-3">
      {text}
      <button
        {...buttonProps}
        type="button"
        className="btn-text font-normal"
        data-line={lineKey(line)}
        aria-busy={busy}
        onClick={choose}
      >
        <span>
          Change<span className="sr-only">{` ${text}: ${line.name}`}</span>
        </span>
      </button>
      {menu}
    </p>
  )
}

type ActionsProps = { line: CartLine; onRemoved: () => void; className: string }

export function LineActions({ line, onRemoved, className }: ActionsProps) {
  const remove = () => {
    void removeFromCart(line)
    onRemoved()
  }
  return (
    <div className={`flex flex-wrap items-center ${className}`}>
      <LineQuantity line={line} onRemove={remove} />
      <button type="button" className="btn-text" onClick={remove}>
        <span>
          Remove<span className="sr-only"> {line.name}</span>
        </span>
      </button>
    </div>
  )
}

type QuantityProps = { line: CartLine; onRemove: () => void }

/** Lines that are sold out have no quantity; lines above stock offer the rest. */
function LineQuantity({ line, onRemove }: QuantityProps) {
  if (line.notice === 'soldOut' || line.notice === 'gone') return null
  if (line.notice === 'short')
    return (
      <button
        type="button"
        className="btn btn-line min-h-target px-5"
        onClick={() => changeQuantity(line, line.productQuantity)}
      >
        Change quantity to {line.productQuantity}
      </button>
    )
  return <Stepper line={line} onRemove={onRemove} />
}

/** Decreasing from 1 removes the line. */
function Stepper({ line, onRemove }: QuantityProps) {
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
