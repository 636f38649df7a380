import { fromWire, toWire } from '#shared/money.ts'
import type { WirePrices } from './price-fields.ts'

/** Prices as the owner enters them, in minor units. Those of a variant are null if it has those of the product. */
export type StoredPrices<Price extends number | null = number | null> = {
  priceNpr: Price
  priceUsd: Price
  saleNpr: number | null
  saleUsd: number | null
}

const minorUnits = <Amount extends number | null>(amount: Amount) =>
  (amount === null ? null : fromWire(amount)) as Amount
const wireAmount = <Minor extends number | null>(minor: Minor) => (minor === null ? null : toWire(minor)) as Minor

type Wire<Price> = Pick<WirePrices, 'salePrice' | 'salePriceInUSD'> & { price: Price; priceInUSD: Price }

export const storedPrices = <Price extends number | null>(prices: Wire<Price>): StoredPrices<Price> => ({
  priceNpr: minorUnits(prices.price),
  priceUsd: minorUnits(prices.priceInUSD),
  saleNpr: minorUnits(prices.salePrice),
  saleUsd: minorUnits(prices.salePriceInUSD),
})

export const storedPricesOnWire = <Price extends number | null>(stored: StoredPrices<Price>): Wire<Price> => ({
  price: wireAmount(stored.priceNpr),
  priceInUSD: wireAmount(stored.priceUsd),
  salePrice: wireAmount(stored.saleNpr),
  salePriceInUSD: wireAmount(stored.saleUsd),
})
