import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { changeContext } from '#api/change-context.ts'
import { staff } from '#modules/orders/changes.server.ts'
import { statusOf } from '#modules/orders/statuses.ts'
import { type TransitionRequest, transitionOrder } from '#modules/orders/transitions.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person } from './accounts.ts'
import type { TestShop } from './shop.ts'

/** Adds the courier if it is new. */
export async function courierId({ db }: Pick<TestShop, 'db'>, name = 'Valley Riders'): Promise<number> {
  const [row] = await readRows<{ id: number }>(
    db,
    sql`insert into couriers (name) values (${name})
        on conflict (name_key) do update set is_active = true returning id`,
  )
  if (!row) throw new Error('The courier was not stored')
  return row.id
}

/** Changes the status as a staff member, without the API. */
export async function transitionAsStaff(
  shop: TestShop,
  userId: string,
  request: Pick<TransitionRequest, 'orderId' | 'to'>,
): Promise<void> {
  const context = await changeContext(shop)
  await shop.db.transaction((tx) => transitionOrder(tx, context, staff({ userId, name: 'Staff' }), request))
}

/** The order page of a staff member. Each change is made from the version that the page shows at that moment. */
export function orderPage(shop: TestShop, member: Person) {
  const read = async (orderId: string) => (await shop.json(`/api/admin/orders/${orderId}`, as(member))).body
  const version = async (orderId: string) => (await read(orderId)).version
  return {
    read,
    async move(orderId: string, to: string, fields: object = {}) {
      const { order } = await read(orderId)
      const from = statusOf(order.payment.status)
      const courier = to === 'Shipped' ? { courierId: await courierId(shop) } : {}
      const body = { from, to, ...courier, ...fields }
      return shop.json(`/api/admin/orders/${orderId}/moves`, as(member, 'POST', body))
    },
    async takeBack(orderId: string, fields: object = {}) {
      const body = { version: await version(orderId), reason: 'Wrong order', ...fields }
      return shop.json(`/api/admin/orders/${orderId}/corrections`, as(member, 'POST', body))
    },
    /** Without fields, the order stays as it is. */
    async edit(orderId: string, fields: object = {}) {
      const { order, ...current } = await read(orderId)
      const lines = order.orderItems.map(({ position, productId, attributeId, quantity }) => ({
        position,
        productId,
        attributeId,
        quantity,
      }))
      const body = { version: current.version, lines, address: order.address, note: order.note, ...fields }
      return shop.json(`/api/admin/orders/${orderId}`, as(member, 'PUT', body))
    },
    async changeShipment(orderId: string, fields: object) {
      const body = { version: await version(orderId), ...fields }
      return shop.json(`/api/admin/orders/${orderId}/shipment`, as(member, 'PUT', body))
    },
    async returnProducts(orderId: string, lines: object[], fields: object = {}) {
      const restocked = lines.map((line) => ({ restock: true, ...line }))
      const body = { version: await version(orderId), lines: restocked, reason: 'Broken', ...fields }
      return shop.json(`/api/admin/orders/${orderId}/returns`, as(member, 'POST', body))
    },
    async pay(orderId: string, kind: string, amount: number, fields: object = {}) {
      const body = { version: await version(orderId), kind, amount, method: 'cash', ...fields }
      return shop.json(`/api/admin/orders/${orderId}/payments`, as(member, 'POST', body))
    },
  }
}

/** Expects that the request is refused with this status and that nothing of the order changes. */
export async function expectRefused(
  page: ReturnType<typeof orderPage>,
  orderId: string,
  request: () => Promise<{ status: number; body: unknown }>,
  expected: { status: 400 | 403 | 409; message?: string | RegExp },
): Promise<void> {
  const before = await page.read(orderId)
  const { status, body } = await request()
  const { message } = body as { message: string }
  expect({ status, message }).toEqual({
    status: expected.status,
    message:
      expected.message instanceof RegExp ? expect.stringMatching(expected.message) : (expected.message ?? message),
  })
  expect(await page.read(orderId)).toEqual(before)
}
