import {
  closeCashDay,
  listCourierCash,
  markCashReceived,
  readCashDay,
  readCashDays,
  readCourierOrders,
  readLedgerDay,
} from '#modules/orders/cash.server.ts'
import * as contract from '#modules/orders/cash-contract.ts'
import { implement } from './endpoint.ts'

export const adminCashEndpoints = implement(contract, {
  listCashDays: ({ db }, { query: { page } }) => readCashDays(db, page),
  getCashDay: ({ db }, { query }) => readCashDay(db, query),
  listCourierCash: ({ db }) => listCourierCash(db),
  getCourierOrders: ({ db }, { params, query }) => readCourierOrders(db, params.courierId, query),
  markCashReceived: async ({ db }, { actor, body }) => {
    const orderIds = await markCashReceived(db, actor, body)
    return { changed: orderIds.length, orderIds }
  },
  getLedgerDay: ({ db }, { query }) => readLedgerDay(db, query),
  closeCashDay: ({ db }, { actor, body }) => closeCashDay(db, actor, body.day),
})
