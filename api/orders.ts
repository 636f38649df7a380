import { cartOnWire } from '#modules/cart/wire.ts'
import { readInvoiceDocuments } from '#modules/invoices/service.server.ts'
import * as contract from '#modules/orders/contract.ts'
import { reorder } from '#modules/orders/reorder.server.ts'
import { listOrders, placeOrder, readOrder } from '#modules/orders/service.server.ts'
import { cancelOrder } from '#modules/orders/transitions.server.ts'
import { orderOnWire } from '#modules/orders/wire.ts'
import { changeContext } from './change-context.ts'
import { implement } from './endpoint.ts'
import { limitUnconfirmedAccount } from './unconfirmed.ts'

export const orderEndpoints = implement(contract, {
  placeOrder: {
    limit: 'order',
    unavailableMessage: 'The shop is temporarily unavailable. Nothing was ordered; please try again shortly.',
    handle: async ({ db, jobs, limits, settings, ownerSettings }, { actor, origin, headers, body }) => {
      await limitUnconfirmedAccount(limits, actor, origin)
      const { shipping, delivery, shopName } = await ownerSettings.current()
      const context = { db, jobs, limits, shopName, siteUrl: settings.siteUrl, shipping, delivery }
      return orderOnWire(await placeOrder(context, actor, body, headers['Idempotency-Key']))
    },
  },
  listOrders: async ({ db }, { actor, query }) => (await listOrders(db, actor.userId, query.before)).map(orderOnWire),
  getOrder: async ({ db }, { actor, params }) => orderOnWire(await readOrder(db, actor.userId, params.orderId)),
  getOrderInvoices: async ({ db }, { actor, params }) => {
    const { id } = await readOrder(db, actor.userId, params.orderId)
    return (await readInvoiceDocuments(db, id)).map((document) => ({ document }))
  },
  cancelOrder: {
    limit: 'cancellation',
    handle: async (shop, { actor, params }) =>
      orderOnWire(await cancelOrder(await changeContext(shop), actor, params.orderId)),
  },
  reorder: async ({ db }, { actor, params }) => {
    const { cart, leftOut } = await reorder(db, actor.userId, params.orderId)
    return { cart: cartOnWire(cart), leftOut }
  },
})
