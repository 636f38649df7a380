import { readAddress } from '#modules/addresses/service.server.ts'
import { findStockItems, takeStock } from '#modules/catalog/stock.server.ts'
import type { EmailContext } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Delivery } from '#shared/delivery.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import type { Currency } from '#shared/money.ts'
import { totalIn } from './balance.ts'
import type { Order } from './contract.ts'
import { draftOrder, lineOf, type NewLine } from './draft.ts'
import { orderEmailFor } from './order-email.tsx'
import { insertOrder, nextOrderNumber } from './repo.server.ts'
import type { Buyer } from './service.server.ts'

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
  /** In the currency of the order. */
  depositDue: number
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
  const id = newId(now.getTime())
  await takeStock(tx, stockLines, { kind: 'order', orderId: id, at: now })
  const drafted = draftOrder({
    id,
    number: await nextOrderNumber(tx),
    source: 'quote',
    currency: terms.currency,
    lines: await orderLines(tx, terms.lines),
    shipping: { npr: terms.shippingNpr, usd: terms.shippingUsd },
    address,
    note: '',
    isGift: false,
    by: 'customer',
    now,
  })
  // Prices per item are rounded, so the order may cost a little less than the quote.
  const order = { ...drafted, depositDue: Math.min(terms.depositDue, totalIn(drafted)) }
  const { userId } = buyer
  const placement = { userId, actorId: userId, by: 'customer' as const, key: null, requestHash: '' }
  await insertOrder(tx, order, placement, await orderEmailFor(context, order, buyer))
  return order
}

async function orderLines(tx: Db, quotedLines: QuotedLine[]): Promise<NewLine[]> {
  const items = await findStockItems(tx, quotedLines)
  return quotedLines.map(({ name, quantity, npr, usd, fromStock }, index) => {
    const item = items[index]
    if (!item) throw new ShopError('conflict', `${name} is no longer available. Nothing was ordered.`)
    return { ...lineOf(item, quantity), productName: name, unitNpr: npr, unitUsd: usd, fromStock }
  })
}
