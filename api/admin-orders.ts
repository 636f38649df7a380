import { readInvoiceDocument } from '#modules/invoices/service.server.ts'
import {
  addNote,
  listForAdmin,
  readForAdmin,
  readPrintedOrders,
  transitionForAdmin,
} from '#modules/orders/admin.server.ts'
import * as contract from '#modules/orders/admin-contract.ts'
import { rowOnWire } from '#modules/orders/admin-wire.ts'
import { readCustomerSales } from '#modules/orders/customers.server.ts'
import { orderOnWire } from '#modules/orders/wire.ts'
import { changeContext } from './change-context.ts'
import { implement } from './endpoint.ts'

export const adminOrderEndpoints = implement(contract, {
  listAdminOrders: async ({ db }, { query }) => {
    const { rows, ...page } = await listForAdmin(db, query)
    return { ...page, rows: rows.map(rowOnWire) }
  },
  getAdminOrder: ({ db }, { actor, params: { orderId } }) => readForAdmin(db, actor, orderId),
  changeOrderStatus: {
    limit: 'orderStatus',
    handle: async (shop, { actor, params: { orderId }, body }) => {
      await transitionForAdmin(await changeContext(shop), actor, orderId, body)
      return readForAdmin(shop.db, actor, orderId)
    },
  },
  addOrderNote: async ({ db }, { actor, params: { orderId }, body }) => {
    await addNote(db, actor, orderId, body)
    return readForAdmin(db, actor, orderId)
  },
  listPrintedOrders: async ({ db }, { query }) => (await readPrintedOrders(db, query.id)).map(orderOnWire),
  getOrderInvoice: async ({ db }, { params: { orderId, invoiceId } }) => ({
    document: await readInvoiceDocument(db, orderId, invoiceId),
  }),
  getCustomerSales: ({ db }, { params: { userId } }) => readCustomerSales(db, userId),
})
