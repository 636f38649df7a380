import { addNote, listForAdmin, readForAdmin, transitionForAdmin } from '#modules/orders/admin.server.ts'
import * as contract from '#modules/orders/admin-contract.ts'
import { adminOrderOnWire, daySumsOnWire, rowOnWire } from '#modules/orders/admin-wire.ts'
import { markCashReceived, readCashDay, readCashDays } from '#modules/orders/cash.server.ts'
import { readCustomerSales } from '#modules/orders/customers.server.ts'
import { implement } from './endpoint.ts'

export const adminOrderEndpoints = implement(contract, {
  listAdminOrders: async ({ db }, { query }) => {
    const { rows, ...page } = await listForAdmin(db, query)
    return { ...page, rows: rows.map(rowOnWire) }
  },
  getAdminOrder: async ({ db }, { params: { orderId } }) => adminOrderOnWire(await readForAdmin(db, orderId)),
  changeOrderStatus: {
    limit: 'orderStatus',
    handle: async (
      { db, jobs, limits, ownerSettings, settings: { siteUrl } },
      { actor, params: { orderId }, body },
    ) => {
      const context = { db, jobs, limits, shopName: ownerSettings.shopName(), siteUrl }
      return adminOrderOnWire(await transitionForAdmin(context, actor, orderId, body))
    },
  },
  addOrderNote: async ({ db }, { actor, params: { orderId }, body }) =>
    adminOrderOnWire(await addNote(db, actor, orderId, body)),
  listCashDays: async ({ db }, { query: { page, open } }) => {
    const { rows, ...rest } = await readCashDays(db, { page, onlyOutstanding: open !== undefined })
    return { ...rest, rows: rows.map(({ day, courier, ...sums }) => ({ day, courier, ...daySumsOnWire(sums) })) }
  },
  getCashDay: async ({ db }, { query }) => {
    const { rows, sums, ...page } = await readCashDay(db, query)
    const onWire = rows.map(({ cashReceivedAt, ...row }) => ({ ...rowOnWire(row), cashReceivedAt }))
    return { ...page, ...daySumsOnWire(sums), rows: onWire }
  },
  markCashReceived: async ({ db }, { actor, body }) => ({ changed: await markCashReceived(db, actor, body) }),
  getCustomerSales: ({ db }, { params: { userId } }) => readCustomerSales(db, userId),
})
