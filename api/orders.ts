import * as z from 'zod/mini'
import { cartOnWire } from '#modules/cart/wire.ts'
import { reorder } from '#modules/orders/reorder.server.ts'
import {
  idempotencyKeySchema,
  orderIdSchema,
  orderListSchema,
  orderRequestSchema,
  orderSchema,
  reorderSchema,
} from '#modules/orders/schema.ts'
import { listOrders, placeOrder, readOrder } from '#modules/orders/service.server.ts'
import { cancelOrder } from '#modules/orders/transitions.server.ts'
import { orderOnWire } from '#modules/orders/wire.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'
import { limitUnconfirmedAccount } from './unconfirmed.ts'

export const orderEndpoints = [
  endpoint({
    operationId: 'placeOrder',
    method: 'post',
    path: '/order',
    audience: 'customer',
    summary: 'Order the content of the cart, once per idempotency key',
    description:
      'Checks and lowers the stock, stores the current prices and empties the cart in one transaction. The same `Idempotency-Key` and body give the same order again; the same key with another body gives 409. The only `method` is 0, cash on delivery.',
    errors: ['notFound', 'conflict'],
    limit: 'order',
    headers: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
    body: orderRequestSchema,
    answer: orderSchema,
    status: 201,
    unavailableMessage: 'The shop is temporarily unavailable. Nothing was ordered; please try again shortly.',
    handle: async ({ db, jobs, limits, settings, ownerSettings }, { actor, origin, headers, body }) => {
      await limitUnconfirmedAccount(limits, actor, origin)
      const { shipping, delivery, shopName } = await ownerSettings.current()
      const context = { db, jobs, limits, shopName, siteUrl: settings.siteUrl, shipping, delivery }
      return orderOnWire(await placeOrder(context, actor, body, headers['Idempotency-Key']))
    },
  }),
  endpoint({
    operationId: 'listOrders',
    method: 'get',
    path: '/order/{userId}',
    audience: 'customer',
    summary: 'List the orders of the caller, newest first, up to 100 per call',
    params: z.object({ userId: uuidOrUnknown }),
    query: z.object({ before: z.optional(orderIdSchema) }),
    answer: orderListSchema,
    handle: async ({ db }, { actor, query }) => (await listOrders(db, actor.userId, query.before)).map(orderOnWire),
  }),
  endpoint({
    operationId: 'getOrder',
    method: 'get',
    path: '/order/{userId}/{orderId}',
    audience: 'customer',
    summary: 'Get an order with its history',
    errors: ['notFound'],
    params: z.object({ userId: uuidOrUnknown, orderId: uuidOrUnknown }),
    answer: orderSchema,
    handle: async ({ db }, { actor, params }) => orderOnWire(await readOrder(db, actor.userId, params.orderId)),
  }),
  endpoint({
    operationId: 'cancelOrder',
    method: 'post',
    path: '/order/{orderId}/cancel',
    audience: 'customer',
    summary: 'Cancel an order that is still pending, and email the customer',
    errors: ['notFound', 'conflict'],
    limit: 'cancellation',
    params: z.object({ orderId: uuidOrUnknown }),
    answer: orderSchema,
    handle: async ({ db, jobs, limits, ownerSettings, settings: { siteUrl } }, { actor, params }) => {
      const context = { db, jobs, limits, shopName: ownerSettings.shopName(), siteUrl }
      return orderOnWire(await cancelOrder(context, actor, params.orderId))
    },
  }),
  endpoint({
    operationId: 'reorder',
    method: 'post',
    path: '/order/{orderId}/again',
    audience: 'customer',
    summary: 'Add the products of an order to the cart, as far as they are available',
    errors: ['notFound', 'conflict'],
    params: z.object({ orderId: uuidOrUnknown }),
    answer: reorderSchema,
    handle: async ({ db }, { actor, params }) => {
      const { cart, leftOut } = await reorder(db, actor.userId, params.orderId)
      return { cart: cartOnWire(cart), leftOut }
    },
  }),
] as const
