import { readAddress } from '#modules/addresses/service.server.ts'
import { findStockItems, takeStock } from '#modules/catalog/stock.server.ts'
import type { EmailContext } from '#modules/email/service.server.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import type { Db } from '#platform/db.server.ts'
import type { Delivery } from '#shared/delivery.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import type { Currency } from '#shared/money.ts'
import type { Order, OrderLine } from './contract.ts'
import { queueOrderEmail } from './order-email.tsx'
import { insertOrder, nextOrderNumber } from './repo.server.ts'
import { type Buyer, copyAddress } from './service.server.ts'

export type { Buyer }
export type QuoteOrderContext = EmailContext & { shopName: string; siteUrl: string; delivery: Delivery }

/** `npr` and `usd` are unit prices. */
type QuotedLine = {
  productId: number
  variantId: number | null
  name: string
  quantity: number
  npr: number
  usd: number
  fromStock: boolean
}

type QuoteTerms = {
  addressId: string
  currency: Currency
  shippingNpr: number
  shippingUsd: number
  note: string
  lines: QuotedLine[]
}

/** Places an order at the prices of a quote. The caller's transaction has locked the quote. */
export async function placeQuotedOrder(
  tx: Db,
  context: QuoteOrderContext,
  buyer: Buyer,
  terms: QuoteTerms,
  now = new Date(),
): Promise<Order> {
  const address = await readAddress(tx, buyer.userId, terms.addressId)
  const stockLines = terms.lines.filter(({ fromStock }) => fromStock)
  if (stockLines.length > 0) await takeStock(tx, stockLines)
  const lines = await orderLines(tx, terms.lines)
  const sum = (key: 'unitNpr' | 'unitUsd') => lines.reduce((total, line) => total + line[key] * line.quantity, 0)
  const { currency, shippingNpr, shippingUsd, note } = terms
  const number = await nextOrderNumber(tx)
  const draft = {
    id: newId(now.getTime()),
    number,
    currency,
    shippingNpr,
    shippingUsd,
    totalNpr: shippingNpr + sum('unitNpr'),
    totalUsd: shippingUsd + sum('unitUsd'),
    address: copyAddress(address),
    note,
    isGift: false,
    placedAt: now.toISOString(),
    shipment: null,
    lines,
  }
  await insertOrder(tx, buyer.userId, draft, { key: undefined, hash: '' })
  const order: Order = {
    ...draft,
    status: 'Pending',
    history: [{ from: null, to: 'Pending', by: 'customer', at: draft.placedAt }],
  }
  await queueOrderEmail(tx, context, order, buyer)
  return order
}

async function orderLines(tx: Db, quotedLines: QuotedLine[]): Promise<OrderLine[]> {
  const items = await findStockItems(tx, quotedLines)
  return quotedLines.map(({ productId, variantId, name, quantity, npr, usd, fromStock }, index) => {
    const item = items[index]
    if (!item) throw new ShopError('conflict', `${name} is no longer available. Nothing was ordered.`)
    return {
      productId,
      variantId,
      productName: name,
      slug: item.slug,
      categoryId: item.categoryId,
      variantValue: item.variantValue,
      imageUrl: item.picture && pictureApiUrl(item.picture),
      unitNpr: npr,
      unitUsd: usd,
      quantity,
      fromStock,
    }
  })
}
