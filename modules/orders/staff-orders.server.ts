import { createHash } from 'node:crypto'
import type { AccountContext } from '#modules/accounts/account-context.server.ts'
import { findOrCreateCustomer } from '#modules/accounts/customers.server.ts'
import { findStockItems, isOnSale, takeStock } from '#modules/catalog/stock.server.ts'
import { type Db, isDatabaseUnavailable, transactWithRetry } from '#platform/db.server.ts'
import type { Delivery } from '#shared/delivery.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { type Amount, formatMoney, fromWire } from '#shared/money.ts'
import type { ChangeContext } from './changes.server.ts'
import { staff } from './changes.server.ts'
import { copyAddress, draftOrder, lineOf, type NewLine, subtotalOf } from './draft.ts'
import { orderEmailFor } from './order-email.tsx'
import { findKey, findKeyOrNumber, insertOrder } from './repo.server.ts'
import { orderOfKey, refuseChangedTotal } from './service.server.ts'
import type { StaffOrderInput } from './staff-order-contract.ts'
import { transitionOrder } from './transitions.server.ts'

type StaffMember = { userId: string; name: string }
type Context = AccountContext & ChangeContext & { delivery: Delivery }

/** Enters an order that came by phone, by Instagram or over the counter, once per key. Returns its id. */
export async function placeStaffOrder(
  context: Context,
  member: StaffMember,
  input: StaffOrderInput,
  key: string,
  now = new Date(),
): Promise<string> {
  const { db } = context
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const keyOrNumber = await findKeyOrNumber(db, member.userId, key)
  if ('stored' in keyOrNumber) return orderOfKey(keyOrNumber.stored, hash)
  const placement = { key, hash, now, number: keyOrNumber.number }
  try {
    return await transactWithRetry(db, (tx) => writeStaffOrder(tx, context, member, input, placement))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const stored = await findKey(db, member.userId, key)
    if (stored) return orderOfKey(stored, hash)
    throw error
  }
}

async function writeStaffOrder(
  tx: Db,
  context: Context,
  member: StaffMember,
  input: StaffOrderInput,
  { key, hash, now, number }: { key: string; hash: string; now: Date; number: number },
): Promise<string> {
  const account = await findOrCreateCustomer(
    tx,
    context,
    input.customerId ? { userId: input.customerId } : input.newCustomer,
  )
  const lines = await staffLines(tx, input)
  const id = newId(now.getTime())
  await takeStock(tx, lines, { kind: 'order', orderId: id, at: now, actor: member })
  const order = draftOrder({
    id,
    number,
    source: input.source,
    currency: input.currency,
    lines,
    shipping: bothOf(input.shipping),
    discount: discountOf(input, subtotalOf(lines)),
    address: copyAddress({ ...(input.address ?? input.buyer), email: account?.email ?? '' }),
    note: input.note,
    isGift: input.isGift,
    by: 'shop',
    now,
  })
  refuseChangedTotal(input, order)
  const placement = {
    userId: account?.userId ?? null,
    actorId: member.userId,
    by: 'shop' as const,
    key,
    requestHash: hash,
  }
  const email = account && (await orderEmailFor(context, order, account, 'staffOrder'))
  await insertOrder(tx, order, placement, email)
  const actor = staff(member)
  await transitionOrder(tx, context, actor, { orderId: order.id, to: 'Confirmed', at: now, isSilent: true })
  if (input.handedOver)
    await transitionOrder(tx, context, actor, { orderId: order.id, to: 'Delivered', at: now, isSilent: true })
  return order.id
}

const bothOf = ({ npr, usd }: Amount): Amount => ({ npr: fromWire(npr), usd: fromWire(usd) })

async function staffLines(tx: Db, { lines }: StaffOrderInput): Promise<NewLine[]> {
  const keys = lines.map(({ productId, attributeId }) => ({ productId, variantId: attributeId }))
  const items = await findStockItems(tx, keys)
  return lines.map(({ quantity }, index) => {
    const item = items[index]
    if (!isOnSale(item)) throw new ShopError('conflict', 'A product is no longer sold. Nothing was ordered.')
    return lineOf(item, quantity)
  })
}

/** The discount is given in the currency of the order; in the other currency it is the same part of the products. */
function discountOf({ discount: wireDiscount, currency }: StaffOrderInput, subtotal: Amount): Amount {
  const discount = fromWire(wireDiscount)
  const [own, other] = currency === 'NPR' ? [subtotal.npr, subtotal.usd] : [subtotal.usd, subtotal.npr]
  if (discount > own) {
    const description = `At most ${formatMoney(own, currency)}, which the products cost.`
    throw new ShopError('invalid', description, { details: [{ code: 'Invalid', field: 'discount', description }] })
  }
  const converted = own === 0 ? 0 : Number((BigInt(discount) * BigInt(other)) / BigInt(own))
  return currency === 'NPR' ? { npr: discount, usd: converted } : { npr: converted, usd: discount }
}
