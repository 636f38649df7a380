import * as z from 'zod/mini'
import { dateField, priceField } from '#shared/fields.ts'

const optionalPrice = z._default(z.nullable(priceField), null)
const optionalDay = z._default(z.nullable(dateField), null)

export const productPrices = {
  price: priceField.check(z.meta({ description: 'In Nepalese rupees' })),
  priceInUSD: priceField,
  salePrice: optionalPrice.check(z.meta({ description: 'What a buyer pays during the sale' })),
  salePriceInUSD: optionalPrice,
  saleFrom: optionalDay.check(z.meta({ description: 'The first day of the sale; null: at once' })),
  saleUntil: optionalDay.check(z.meta({ description: 'The last day of the sale; null: until it is removed' })),
}

export const variantPrices = {
  price: optionalPrice.check(z.meta({ description: 'Null: the price of the product' })),
  priceInUSD: optionalPrice,
  salePrice: optionalPrice,
  salePriceInUSD: optionalPrice,
}

export const storedSale = { salePrice: z.nullable(z.number()), salePriceInUSD: z.nullable(z.number()) }

export const currentPrices = {
  currentPrice: z.number().check(z.meta({ description: 'What a buyer pays now, with a sale' })),
  currentPriceInUSD: z.number(),
}

export type WirePrices = {
  price: number | null
  priceInUSD: number | null
  salePrice: number | null
  salePriceInUSD: number | null
}
type PricedProduct = WirePrices & { attributes: WirePrices[]; saleFrom: string | null; saleUntil: string | null }

const bothCurrencies = (what: string) => `Please enter ${what} in both currencies.`
const saleTooHigh = 'The sale price must be lower than the price.'

/** The first thing that is wrong with the prices: the field and what to say. */
function priceProblem({ price, priceInUSD, salePrice, salePriceInUSD }: WirePrices): [keyof WirePrices, string] | null {
  if ((price === null) !== (priceInUSD === null))
    return [price === null ? 'price' : 'priceInUSD', bothCurrencies('a price')]
  if ((salePrice === null) !== (salePriceInUSD === null))
    return [salePrice === null ? 'salePrice' : 'salePriceInUSD', bothCurrencies('a sale price')]
  if (salePrice === null || salePriceInUSD === null) return null
  if (price === null || priceInUSD === null) return ['price', 'Please enter a price, since there is a sale price.']
  if (salePrice >= price) return ['salePrice', saleTooHigh]
  return salePriceInUSD >= priceInUSD ? ['salePriceInUSD', saleTooHigh] : null
}

/** Checks the whole product, because its prices depend on each other. */
export const checkPrices = z.superRefine<PricedProduct>((product, context) => {
  const priced: [(string | number)[], WirePrices][] = [
    [[], product],
    ...product.attributes.map((variant, index): [(string | number)[], WirePrices] => [['attributes', index], variant]),
  ]
  for (const [path, prices] of priced) {
    const problem = priceProblem(prices)
    if (problem) context.addIssue({ code: 'custom', path: [...path, problem[0]], message: problem[1] })
  }
  const { saleFrom, saleUntil } = product
  if (saleFrom && saleUntil && saleUntil < saleFrom)
    context.addIssue({ code: 'custom', path: ['saleUntil'], message: 'The last day cannot be before the first day.' })
})
