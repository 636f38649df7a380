import { z } from 'zod'
import { cartOnWire } from '#modules/cart/wire.ts'
import { orderAgain } from '#modules/orders/again.server.ts'
import { cancelOrder } from '#modules/orders/moves.server.ts'
import {
  keySchema,
  orderedAgainSchema,
  orderIdSchema,
  orderListSchema,
  orderRequestSchema,
  orderSchema,
} from '#modules/orders/schema.ts'
import { listOrders, placeOrder, readOrder } from '#modules/orders/service.server.ts'
import { orderOnWire } from '#modules/orders/wire.ts'
import { foreignId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

export const orderEndpoints = [
  endpoint({
    method: 'post',
    path: '/order',
    audience: 'customer',
    summary: 'Orders what is in the bag, once for each idempotency key',
    headers: z.object({ 'Idempotency-Key': keySchema }),
    body: orderRequestSchema,
    answer: orderSchema,
    status: 201,
    whenAway: 'The shop is resting for a moment. Nothing was ordered; please try again shortly.',
    handle: async ({ db, jobs, settings, owner }, { actor, headers, body }) => {
      const { shipping, shopName } = await owner.current()
      const till = { db, jobs, shopName, siteUrl: settings.siteUrl, shipping }
      return orderOnWire(await placeOrder(till, actor, body, headers['Idempotency-Key']))
    },
  }),
  endpoint({
    method: 'get',
    path: '/order/{userId}',
    audience: 'customer',
    summary: 'The orders, newest first, up to a hundred at once',
    params: z.object({ userId: foreignId }),
    query: z.object({ before: orderIdSchema.optional() }),
    answer: orderListSchema,
    handle: async ({ db }, { actor, query }) => (await listOrders(db, actor.userId, query.before)).map(orderOnWire),
  }),
  endpoint({
    method: 'get',
    path: '/order/{userId}/{orderId}',
    audience: 'customer',
    summary: 'One order with its history',
    params: z.object({ userId: foreignId, orderId: foreignId }),
    answer: orderSchema,
    handle: async ({ db }, { actor, params }) => orderOnWire(await readOrder(db, actor.userId, params.orderId)),
  }),
  endpoint({
    method: 'post',
    path: '/order/{orderId}/cancel',
    audience: 'customer',
    summary: 'Cancels an order that is still pending',
    params: z.object({ orderId: foreignId }),
    answer: orderSchema,
    handle: async ({ db }, { actor, params }) => orderOnWire(await cancelOrder(db, actor.userId, params.orderId)),
  }),
  endpoint({
    method: 'post',
    path: '/order/{orderId}/again',
    audience: 'customer',
    summary: 'Puts what is still sold of an order into the bag',
    params: z.object({ orderId: foreignId }),
    answer: orderedAgainSchema,
    handle: async ({ db }, { actor, params }) => {
      const { cart, leftOut } = await orderAgain(db, actor.userId, params.orderId)
      return { cart: cartOnWire(cart), leftOut }
    },
  }),
]
