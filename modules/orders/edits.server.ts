import { findStockItems, isOnSale, returnStock, takeStock } from '#modules/catalog/stock.server.ts'
import type { StockChange, StockItemQuantity } from '#modules/catalog/stock-item.ts'
import { readActiveCourier } from '#modules/couriers/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type Role, requireRight } from '#shared/rights.ts'
import { readForAdmin } from './admin.server.ts'
import { type Payment, recordCash, standingCash } from './cash.server.ts'
import type { OrderEdit, ShipmentInput } from './change-contract.ts'
import { queueChangedEmail } from './changed-email.tsx'
import {
  type ChangeContext,
  changeOrder,
  type OrderActor,
  type Recorded,
  staff,
  stockChangeOf,
} from './changes.server.ts'
import { type LockedOrder, replaceLines, updateOrder } from './changes-repo.server.ts'
import type { Order, OrderLine } from './contract.ts'
import { copyAddress, hasPlace, lineOf, subtotalOf } from './draft.ts'
import { queueShipmentEmail } from './shipment-email.tsx'
import { rightToChangeShipment } from './statuses.ts'

type StaffMember = { userId: string; name: string; role: Role }

const nothingChanged = 'Nothing was changed.'

/** Changes lines, address and note of an order that is not shipped yet. Lines that stay keep their prices. */
export async function editOrder(
  context: ChangeContext,
  member: StaffMember,
  orderId: string,
  edit: OrderEdit,
): Promise<void> {
  const at = new Date()
  try {
    await transactWithRetry(context.db, (tx) =>
      changeOrder(tx, staff(member), { orderId, version: edit.version }, at, (locked) =>
        applyEdit(tx, context, locked, edit, stockChangeOf('order edited', orderId, staff(member), at)),
      ),
    )
  } catch (error) {
    if (!isVersionConflict(error)) throw error
    throw editConflict(await readForAdmin(context.db, member, orderId), error.message)
  }
}

const isVersionConflict = (error: unknown): error is ShopError =>
  error instanceof ShopError && error.details.some(({ code }) => code === 'VersionConflict')

async function applyEdit(
  tx: Db,
  context: ChangeContext,
  locked: LockedOrder,
  edit: OrderEdit,
  stockChange: StockChange,
): Promise<Recorded> {
  const { order } = locked
  if (order.status !== 'Pending' && order.status !== 'Confirmed')
    throw new ShopError('conflict', `This order is ${order.status} and can no longer be changed. ${nothingChanged}`)
  const lines = await editedLines(tx, order, edit)
  const content = { lines, address: editedAddress(order, edit), note: edit.note }
  await writeContent(tx, order, content, stockChange)
  const isVisible = !isSame(summaryOf(order), summaryOf({ ...order, ...content }))
  const changed = { ...order, ...content, ...totalsOf(order, lines) }
  return {
    kind: 'edited',
    action: 'edited',
    reason: edit.reason,
    before: contentOf(order),
    after: contentOf(changed),
    emailId: isVisible ? await queueChangedEmail(tx, context, { ...locked, order: changed }) : undefined,
  }
}

function editedAddress({ address }: Order, { address: edited, buyer }: OrderEdit): Order['address'] {
  if (edited) return copyAddress(edited)
  return hasPlace(address) ? address : copyAddress({ ...address, ...buyer })
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What the buyer would notice. */
const summaryOf = ({ lines, address }: Pick<Order, 'lines' | 'address'>) => [
  lines.map(({ position, quantity }) => [position, quantity]),
  address,
]

type OrderContent = Pick<Order, 'lines' | 'address' | 'note'>

const contentOf = ({ lines, address, note, totalNpr, totalUsd }: Order) => ({
  lines,
  address,
  note,
  totalNpr,
  totalUsd,
})

function totalsOf(order: Order, lines: OrderLine[]): Pick<Order, 'totalNpr' | 'totalUsd'> {
  const subtotal = subtotalOf(lines)
  if (order.discountNpr > subtotal.npr || order.discountUsd > subtotal.usd)
    throw new ShopError('conflict', `The discount would be more than the products cost. ${nothingChanged}`)
  return {
    totalNpr: subtotal.npr - order.discountNpr + order.shippingNpr,
    totalUsd: subtotal.usd - order.discountUsd + order.shippingUsd,
  }
}

/** Replaces the content and moves the stock by the difference. Also used to take an edit back. */
export async function writeContent(
  tx: Db,
  order: Order,
  { lines, address, note }: OrderContent,
  stockChange: StockChange,
): Promise<void> {
  const totals = totalsOf(order, lines)
  const difference = stockDifference(order.lines, lines)
  await takeStock(
    tx,
    difference.filter(({ quantity }) => quantity > 0),
    stockChange,
    nothingChanged,
  )
  await returnStock(
    tx,
    difference.filter(({ quantity }) => quantity < 0).map((line) => ({ ...line, quantity: -line.quantity })),
    stockChange,
  )
  await replaceLines(tx, order.id, lines, { ...totals, address, note })
}

function stockDifference(before: OrderLine[], after: OrderLine[]): StockItemQuantity[] {
  const needed = new Map<string, StockItemQuantity>()
  const add = (lines: OrderLine[], sign: 1 | -1) => {
    for (const { productId, variantId, quantity, fromStock } of lines) {
      if (!fromStock) continue
      const key = `${productId} ${variantId}`
      const sum = needed.get(key)?.quantity ?? 0
      needed.set(key, { productId, variantId, quantity: sum + sign * quantity })
    }
  }
  add(after, 1)
  add(before, -1)
  return [...needed.values()].filter(({ quantity }) => quantity !== 0)
}

async function editedLines(tx: Db, order: Order, { lines }: OrderEdit): Promise<OrderLine[]> {
  const added = lines.filter(({ position }) => position === undefined)
  const keys = added.map(({ productId, attributeId }) => ({ productId, variantId: attributeId }))
  const items = await findStockItems(tx, keys)
  // The position of a removed line is not used again: its certificates belong to another product.
  let lastPosition = Math.max(...order.lines.map(({ position }) => position), order.certificates.at(-1)?.position ?? 0)
  let nextAdded = 0
  return lines.map(({ position, quantity }) => {
    if (position === undefined) {
      const item = items[nextAdded++]
      if (!isOnSale(item)) throw new ShopError('conflict', `A product is no longer sold. ${nothingChanged}`)
      return { ...lineOf(item, quantity), position: ++lastPosition }
    }
    const line = order.lines.find((candidate) => candidate.position === position)
    if (!line) throw new ShopError('conflict', `A product is no longer part of the order. ${nothingChanged}`)
    return { ...line, quantity }
  })
}

/** Courier and tracking number can be changed at any time after shipping. Collected cash moves to the new courier. */
export async function changeShipment(
  context: ChangeContext,
  member: StaffMember,
  orderId: string,
  input: ShipmentInput,
) {
  const at = new Date()
  await transactWithRetry(context.db, (tx) =>
    changeOrder(tx, staff(member), { orderId, version: input.version }, at, async (locked) => {
      const { order } = locked
      if (!order.shipment) throw new ShopError('conflict', `This order is ${order.status} and has no courier yet.`)
      requireRight(member, rightToChangeShipment(order.status))
      const { courierId, trackingNumber } = input
      const isOther = courierId !== order.shipment.courierId
      const courier = isOther ? (await readActiveCourier(tx, courierId)).name : order.shipment.courier
      await writeShipment(tx, staff(member), order, { courierId, trackingNumber }, at)
      const shipment = { courierId, courier, trackingNumber }
      const isChanged = isOther || trackingNumber !== order.shipment.trackingNumber
      return {
        kind: 'shipment',
        action: 'changed shipment of',
        before: order.shipment,
        after: shipment,
        emailId: isChanged
          ? await queueShipmentEmail(tx, context, { ...locked, order: { ...order, shipment } })
          : undefined,
      }
    }),
  )
}

export async function writeShipment(
  tx: Db,
  actor: OrderActor,
  order: Order,
  { courierId, trackingNumber }: { courierId: number; trackingNumber: string },
  at: Date,
): Promise<void> {
  await updateOrder(tx, order.id, { courierId, trackingNumber })
  if (courierId === order.shipment?.courierId) return
  for (const kind of ['collected', 'handed over', 'written off'] as const)
    for (const entry of await standingCash(tx, order.id, kind)) {
      if (entry.courierId === null) continue
      const { id, amount, method } = entry
      const moved: Payment[] = [
        { kind, amount: -amount, courierId: entry.courierId, reverses: id },
        { kind, amount, courierId },
      ]
      // What couriers hold of an order is never negative, also between two entries.
      for (const payment of kind === 'collected' ? moved.toReversed() : moved)
        await recordCash(tx, order, actor, at, { ...payment, method, note: 'Courier changed' })
    }
}
