import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { shopDay } from '#shared/days.ts'
import { as, type Person } from './accounts.ts'
import { enterCode, removeCode } from './discounts.ts'
import { courierId } from './order-changes.ts'
import type { TestShop } from './shop.ts'
import { at } from './shop-model.ts'
import type { Shopper } from './shopper.ts'

/** A shop with its staff and customers, and the orders placed so far. */
export type World = {
  shop: TestShop
  staff: Person
  shoppers: Shopper[]
  products: number[]
  /** Discount codes; a customer who may not use one orders without. */
  codes: string[]
  orders: { orderId: string; owner: Shopper | undefined }[]
  /** The sums of each closed day at its closing. */
  closed: Map<string, unknown>
  /** Status of each response, by the name of the action. */
  responses: [action: string, status: number][]
}

type Action = { name: string; run(world: World): Promise<void> }

const statuses = ['Pending', 'Confirmed', 'Shipped', 'Delivered', 'Canceled', 'Returned'] as const
const address = {
  firstName: 'Om',
  country: 'Nepal',
  state: 'Bagmati',
  city: 'Patan',
  streetAddress: 'Mangal Bazaar 9',
  phone: '9811111111',
}
const index = fc.nat(20)
const quantity = fc.integer({ min: 1, max: 4 })
const currency = fc.constantFrom('NPR' as const, 'USD' as const)
const amount = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(0, 22_444, 208, 1_000_000))

async function send(world: World, action: string, path: string, init: RequestInit) {
  const response = await world.shop.fetch(path, init)
  world.responses.push([action, response.status])
  return response
}

type OrderState = {
  version: number
  order: { orderItems: { quantity: number; returnedQuantity: number }[]; payment: { status: number } }
}

async function read({ shop, staff }: World, orderId: string): Promise<OrderState> {
  const response = await shop.fetch(`/api/admin/orders/${orderId}`, as(staff))
  return (await response.json()) as OrderState
}

/** Does nothing if there is no order yet. */
const onOrder = (
  name: string,
  which: number,
  run: (world: World, orderId: string, state: OrderState) => Promise<unknown>,
): Action => ({
  name: `${name}(${which})`,
  async run(world) {
    if (world.orders.length === 0) return
    const { orderId } = at(world.orders, which)
    await run(world, orderId, await read(world, orderId))
  },
})

const post = (world: World, action: string, orderId: string, path: string, body: object) =>
  send(world, action, `/api/admin/orders/${orderId}/${path}`, as(world.staff, 'POST', body))

const place = fc.tuple(index, index, quantity, currency, fc.option(index)).map(
  ([who, product, count, money, code]): Action => ({
    name: 'place',
    async run(world) {
      const owner = at(world.shoppers, who)
      await owner.add({ productId: at(world.products, product), quantity: count })
      if (code !== null && (await enterCode(world.shop, owner, at(world.codes, code))).status !== 200)
        await removeCode(world.shop, owner)
      const { status, body } = await owner.order({ body: { currency: money } })
      world.responses.push(['place', status])
      if (status !== 201) return
      world.orders.push({ orderId: body.orderId, owner })
      if (body.discountCode) world.responses.push(['place with code', status])
    },
  }),
)

const staffOrder = fc.tuple(index, quantity, currency, fc.nat(300), fc.boolean()).map(
  ([product, count, money, discount, handedOver]): Action => ({
    name: 'staff order',
    async run(world) {
      const sent = as(world.staff, 'POST', {
        source: handedOver ? 'counter' : 'phone',
        currency: money,
        lines: [
          { productId: at(world.products, product), attributeId: null, quantity: count },
          { productId: at(world.products, product + 1), attributeId: null, quantity: 1 },
        ],
        discount,
        shipping: { npr: 100, usd: 40 },
        ...(handedOver ? {} : { address }),
        handedOver,
      })
      const headers = new Headers(sent.headers)
      headers.set('Idempotency-Key', crypto.randomUUID())
      const response = await send(world, 'staff order', '/api/admin/orders', { ...sent, headers })
      const { order } = (await response.json()) as { order?: { orderId: string } }
      if (order) world.orders.push({ orderId: order.orderId, owner: undefined })
    },
  }),
)

const move = fc.tuple(index, fc.nat(5), fc.boolean()).map(([which, next, flag]) =>
  onOrder('move', which, async (world, orderId, { order }) => {
    const from = at(statuses, order.payment.status)
    // Often the next status of a usual order, so that orders come far.
    const to = flag ? at(statuses, Math.min(order.payment.status + 1, 3)) : at(statuses, next)
    const courier = await courierId(world.shop, flag ? 'Yak Express' : 'Yeti Riders')
    await post(world, 'move', orderId, 'moves', { from, to, courierId: courier, restock: flag })
  }),
)

const takeBack = index.map((which) =>
  onOrder('take back', which, (world, orderId, { version }) =>
    post(world, 'take back', orderId, 'corrections', { version, reason: 'Wrong order' }),
  ),
)

const edit = fc.tuple(index, fc.nat(3), index, quantity).map(([which, keep, product, count]) =>
  onOrder('edit', which, async (world, orderId, { version, order }) => {
    const unchanged = order.orderItems.slice(0, keep).map((_, position) => ({
      position: position + 1,
      productId: 1,
      attributeId: null,
      quantity: count,
    }))
    const added = { productId: at(world.products, product), attributeId: null, quantity: count }
    const body = { version, lines: [...unchanged, added], address, note: 'Changed' }
    await send(world, 'edit', `/api/admin/orders/${orderId}`, as(world.staff, 'PUT', body))
  }),
)

const shipment = fc.tuple(index, fc.boolean()).map(([which, other]) =>
  onOrder('shipment', which, async (world, orderId, { version }) => {
    const body = { version, courierId: await courierId(world.shop, other ? 'Himal Post' : 'Yak Express') }
    await send(world, 'shipment', `/api/admin/orders/${orderId}/shipment`, as(world.staff, 'PUT', body))
  }),
)

const giveBack = fc
  .tuple(index, quantity, fc.boolean(), fc.boolean(), fc.option(amount))
  .map(([which, count, restock, all, refund]) =>
    onOrder('return', which, async (world, orderId, { version, order }) => {
      const lines = order.orderItems.flatMap((item, position) => {
        const left = item.quantity - item.returnedQuantity
        if (left === 0 || (!all && position > 0)) return []
        return [{ position: position + 1, quantity: all ? left : count, restock }]
      })
      const money = refund ? { refund: { amount: refund, method: 'cash' } } : {}
      const body = { version, lines, reason: 'Broken', keepShipping: restock, ...money }
      await post(world, 'return', orderId, 'returns', body)
    }),
  )

const pay = fc
  .tuple(
    index,
    fc.constantFrom('deposit', 'collected', 'refunded', 'written off', 'courier written off'),
    amount,
    fc.constantFrom('cash', 'transfer'),
  )
  .map(([which, kind, paid, method]) =>
    onOrder(kind, which, (world, orderId, { version }) =>
      post(world, kind, orderId, 'payments', { version, kind, amount: paid, method }),
    ),
  )

const receive = fc.tuple(fc.array(index, { minLength: 1, maxLength: 4 }), fc.boolean()).map(
  ([which, received]): Action => ({
    name: 'receive cash',
    async run(world) {
      if (world.orders.length === 0) return
      const orderIds = which.map((each) => at(world.orders, each).orderId)
      await send(world, 'receive cash', '/api/admin/cash', as(world.staff, 'PUT', { orderIds, received }))
    },
  }),
)

const quote = fc.tuple(index, index, quantity, currency, amount, fc.boolean()).map(
  ([who, product, count, money, deposit, fromStock]): Action => ({
    name: 'quote',
    async run(world) {
      const owner = at(world.shoppers, who)
      const line = { productId: at(world.products, product), unit: 'piece', quantity: count, fromStock }
      const body = {
        ...{ name: 'Hotel Yak', email: 'yak@hotel.example', validUntil: '2099-01-01' },
        ...{ shippingFee: 100, shippingFeeInUSD: 40, deposit, depositInUSD: Math.min(deposit, 50) },
        lines: [{ ...line, tiers: [{ from: 1, price: 333.33, priceInUSD: 3.33 }] }],
      }
      const created = await send(world, 'quote', '/api/admin/quotes', as(world.staff, 'POST', body))
      if (created.status !== 201) return
      const { quoteId, version } = (await created.json()) as { quoteId: string; version: number }
      const sent = await send(world, 'quote', `/api/admin/quotes/${quoteId}/send`, as(world.staff, 'POST', { version }))
      const { token, version: sentVersion } = (await sent.json()) as { token: string; version: number }
      const acceptance = { version: sentVersion, addressId: owner.addressId, currency: money }
      const accepted = await send(world, 'accept', `/api/quotes/${token}/accept`, as(owner, 'POST', acceptance))
      const { orderId } = (await accepted.json()) as { orderId?: string }
      if (orderId) world.orders.push({ orderId, owner })
    },
  }),
)

const dayMs = 24 * 3600 * 1000

const closeDay = fc.integer({ min: -1, max: 4 }).map(
  (ago): Action => ({
    name: `close the day ${ago} days ago`,
    async run(world) {
      const day = shopDay(new Date(Date.now() - ago * dayMs))
      const response = await send(world, 'close day', '/api/admin/cash/closings', as(world.staff, 'POST', { day }))
      if (response.status === 201) world.closed.set(day, sumsOf(await response.json()))
    },
  }),
)

const sumsOf = (ledger: unknown) => {
  const { sums, cashIn, cashOut } = ledger as Record<string, unknown>
  return { sums, cashIn, cashOut }
}

/** The closed days whose sums are not those of their closing. */
export async function changedDays({ shop, staff, closed }: World): Promise<string[]> {
  const changed: string[] = []
  for (const [day, sums] of closed) {
    const response = await shop.fetch(`/api/admin/cash/ledger?day=${day}`, as(staff))
    if (!isDeepStrictEqual(sumsOf(await response.json()), sums)) changed.push(day)
  }
  return changed
}

const cancel = index.map(
  (which): Action => ({
    name: 'cancel',
    async run(world) {
      const { orderId, owner } = world.orders.length > 0 ? at(world.orders, which) : { orderId: '', owner: undefined }
      if (owner) await send(world, 'cancel', `/api/order/${orderId}/cancel`, as(owner, 'POST'))
    },
  }),
)

/** All actions at the order page, with sensible and with wrong values. */
export const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: place },
    { weight: 3, arbitrary: staffOrder },
    { weight: 8, arbitrary: move },
    { weight: 3, arbitrary: takeBack },
    { weight: 3, arbitrary: edit },
    { weight: 2, arbitrary: shipment },
    { weight: 4, arbitrary: giveBack },
    { weight: 4, arbitrary: pay },
    { weight: 3, arbitrary: receive },
    { weight: 1, arbitrary: cancel },
    { weight: 2, arbitrary: quote },
    { weight: 1, arbitrary: closeDay },
  ),
  { minLength: 20, maxLength: 40 },
)
