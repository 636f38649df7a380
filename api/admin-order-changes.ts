import { readForAdmin, transitionMany } from '#modules/orders/admin.server.ts'
import { replaceOrderCertificate } from '#modules/orders/certificates.server.ts'
import * as changeContract from '#modules/orders/change-contract.ts'
import { takeBack } from '#modules/orders/corrections.server.ts'
import { changeShipment, editOrder } from '#modules/orders/edits.server.ts'
import { addPayment, returnProducts } from '#modules/orders/returns.server.ts'
import * as staffOrderContract from '#modules/orders/staff-order-contract.ts'
import { placeStaffOrder } from '#modules/orders/staff-orders.server.ts'
import { changeContext } from './change-context.ts'
import { implement } from './endpoint.ts'

const limit = 'orderStatus'

const changeEndpoints = implement(changeContract, {
  takeBackChange: {
    limit,
    handle: async (shop, { actor, params: { orderId }, body }) => {
      await takeBack(await changeContext(shop), actor, orderId, body)
      return readForAdmin(shop.db, actor, orderId)
    },
  },
  editOrder: {
    limit,
    handle: async (shop, { actor, params: { orderId }, body }) => {
      await editOrder(await changeContext(shop), actor, orderId, body)
      return readForAdmin(shop.db, actor, orderId)
    },
  },
  changeShipment: {
    limit,
    handle: async (shop, { actor, params: { orderId }, body }) => {
      await changeShipment(await changeContext(shop), actor, orderId, body)
      return readForAdmin(shop.db, actor, orderId)
    },
  },
  returnProducts: {
    limit,
    handle: async (shop, { actor, params: { orderId }, body }) => {
      await returnProducts(await changeContext(shop), actor, orderId, body)
      return readForAdmin(shop.db, actor, orderId)
    },
  },
  addPayment: async (shop, { actor, params: { orderId }, body }) => {
    await addPayment(await changeContext(shop), actor, orderId, body)
    return readForAdmin(shop.db, actor, orderId)
  },
  replaceCertificate: async (shop, { actor, params: { orderId }, body }) => {
    await replaceOrderCertificate(shop.db, actor, orderId, body)
    return readForAdmin(shop.db, actor, orderId)
  },
  changeManyOrders: {
    limit,
    handle: async (shop, { actor, body }) => transitionMany(await changeContext(shop), actor, body),
  },
})

const staffOrderEndpoints = implement(staffOrderContract, {
  placeStaffOrder: {
    limit: 'staffOrder',
    unavailableMessage: 'The shop is temporarily unavailable. Nothing was ordered; please try again shortly.',
    handle: async (shop, { actor, headers, body }) => {
      const { delivery } = await shop.ownerSettings.current()
      const context = { ...shop, ...(await changeContext(shop)), delivery }
      const orderId = await placeStaffOrder(context, actor, body, headers['Idempotency-Key'])
      return readForAdmin(shop.db, actor, orderId)
    },
  },
})

export const adminOrderChangeEndpoints = [...changeEndpoints, ...staffOrderEndpoints]
