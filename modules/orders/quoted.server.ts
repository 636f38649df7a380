import { readAddress } from '#modules/addresses/service.server.ts'
import { findPieces, takeStock } from '#modules/catalog/stock.server.ts'
import { type Outbox, queueMail } from '#modules/email/service.server.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import type { Db } from '#platform/db.server.ts'
import type { Delivery } from '#shared/delivery.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import type { Currency } from '#shared/money.ts'
import { orderMail } from './order-email.tsx'
import { drawNumber, insertOrder } from './repo.server.ts'
import type { Order, OrderLine } from './schema.ts'
import { type Buyer, copyOf } from './service.server.ts'

export type { Buyer }
export type QuotedTill = Outbox & { shopName: string; siteUrl: string; delivery: Delivery }

/** What was agreed: the price of one, in both currencies, and whether it comes from the shelf. */
type QuotedLine = {
  productId: number
  attributeId: number | null
  name: string
  quantity: number
  npr: number
  usd: number
  fromStock: boolean
}

type Agreed = {
  addressId: string
  currency: Currency
  shippingNpr: number
  shippingUsd: number
  note: string
  lines: QuotedLine[]
}

/** An order at the prices of a quote, in the caller's transaction, which holds the quote. */
export async function placeQuotedOrder(
  tx: Db,
  till: QuotedTill,
  buyer: Buyer,
  agreed: Agreed,
  now = new Date(),
): Promise<Order> {
  const address = await readAddress(tx, buyer.userId, agreed.addressId)
  const fromShelf = agreed.lines.filter(({ fromStock }) => fromStock)
  if (fromShelf.length > 0) await takeStock(tx, fromShelf)
  const lines = await orderLines(tx, agreed.lines)
  const sum = (key: 'unitNpr' | 'unitUsd') => lines.reduce((total, line) => total + line[key] * line.quantity, 0)
  const { currency, shippingNpr, shippingUsd, note } = agreed
  const number = await drawNumber(tx)
  const draft = {
    id: newId(now.getTime()),
    number,
    currency,
    shippingNpr,
    shippingUsd,
    totalNpr: shippingNpr + sum('unitNpr'),
    totalUsd: shippingUsd + sum('unitUsd'),
    address: copyOf(address),
    note,
    isGift: false,
    placedAt: now.toISOString(),
    shipment: null,
    lines,
  }
  await insertOrder(tx, buyer.userId, draft, { key: undefined, hash: '' })
  const order: Order = {
    ...draft,
    state: 'Pending',
    history: [{ from: null, to: 'Pending', by: 'customer', at: draft.placedAt }],
  }
  await queueMail(tx, till, orderMail(order, buyer, till))
  return order
}

async function orderLines(tx: Db, agreed: QuotedLine[]): Promise<OrderLine[]> {
  const pieces = await findPieces(tx, agreed)
  return agreed.map(({ productId, attributeId, name, quantity, npr, usd, fromStock }, index) => {
    const piece = pieces[index]
    if (!piece) throw new ShopError('conflict', `${name} is no longer in the catalogue. Nothing was ordered.`)
    return {
      productId,
      attributeId,
      productName: name,
      slug: piece.slug,
      categoryId: piece.categoryId,
      attributeValue: piece.attributeValue,
      imageUrl: piece.picture && pictureApiUrl(piece.picture),
      unitNpr: npr,
      unitUsd: usd,
      quantity,
      fromStock,
    }
  })
}
