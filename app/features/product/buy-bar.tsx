import { type RefObject, useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { CurrentPrices } from '#modules/catalog/contract.ts'
import { ProductPrice } from './product-price.tsx'

type Props = {
  name: string
  prices: CurrentPrices
  isLowest: boolean
  buttons: RefObject<HTMLElement | null>
  busy: boolean
  onAdd: () => void
}

const marginForHeaderAndBar = '-60px 0px -77px 0px'

/** Shown on small screens while the buttons of the page are out of view. */
export function BuyBar({ name, prices, isLowest, buttons, busy, onAdd }: Props) {
  const isHidden = useInView(buttons)
  return (
    <section
      className="buy-bar needs-script fixed inset-x-0 bottom-0 z-30 flex items-center gap-4 border-rule border-t bg-paper px-5 pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] [transition:translate_var(--duration-quick)_var(--ease-enter),visibility_var(--duration-quick)] data-hidden:invisible data-hidden:[translate:0_100%] lg:hidden"
      aria-label="Buy"
      data-hidden={isHidden || undefined}
    >
      <div className="min-w-0 flex-1">
        <p className="m-0 truncate font-display text-[1.0625rem]/tight">{name}</p>
        <p className="m-0 text-[.875rem] text-granite">
          <ProductPrice prices={prices} isLowest={isLowest} />
        </p>
      </div>
      <Button className="px-6" busy={busy} busyText="Adding to Bag..." onClick={onAdd}>
        Add to Bag
      </Button>
    </section>
  )
}

function useInView(target: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), {
      rootMargin: marginForHeaderAndBar,
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isInView
}
