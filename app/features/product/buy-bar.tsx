import { type RefObject, useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Card } from '#modules/catalog/schema.ts'

type Props = { product: Card; instead: RefObject<HTMLElement | null>; busy: boolean; onAdd: () => void }

/** On small screens: stands in for a button that has been scrolled away upwards. */
export function BuyBar({ product, instead, busy, onAdd }: Props) {
  const isNeeded = useScrolledPast(instead)
  if (!isNeeded) return null
  return (
    <section className="buy-bar lg:hidden" aria-label="Buy">
      <div className="min-w-0 flex-1">
        <p className="m-0 truncate font-display text-[1.0625rem]/tight">{product.name}</p>
        <p className="m-0 text-[.875rem] text-granite">
          <Price usd={product.priceUsd} npr={product.priceNpr} />
        </p>
      </div>
      <Button className="px-6" busy={busy} busyText="Adding to Bag..." onClick={onAdd}>
        Add to Bag
      </Button>
    </section>
  )
}

/** So that a jump from above the button to below it is noticed too. */
const everythingBelowTheHeader = '-60px 0px 1000000px 0px'

function useScrolledPast(target: RefObject<HTMLElement | null>): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(([entry]) => setPast(entry?.isIntersecting === false), {
      rootMargin: everythingBelowTheHeader,
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return past
}
