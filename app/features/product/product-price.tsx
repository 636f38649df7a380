import { Price } from '#app/ui/price.tsx'
import type { CurrentPrices } from '#modules/catalog/contract.ts'

type Props = { prices: CurrentPrices; isLowest?: boolean; className?: string }

/** What a buyer pays, with “from” if it is the lowest of several, and the regular price struck through in a sale. */
export function ProductPrice({ prices, isLowest = false, className = '' }: Props) {
  const { priceNpr, priceUsd, regularNpr, regularUsd } = prices
  return (
    <span className={`product-price ${className}`}>
      <span>
        {isLowest && 'from '}
        <Price usd={priceUsd} npr={priceNpr} />
      </span>
      {regularNpr !== null && regularUsd !== null && (
        <s className="price-was">
          <span className="sr-only">Regular price </span>
          <Price usd={regularUsd} npr={regularNpr} />
        </s>
      )}
    </span>
  )
}
