import {
  closeCashDay,
  markCashReceived,
  readCashDay,
  readCashDays,
  readLedgerDay,
} from '#modules/orders/cash.server.ts'
import * as contract from '#modules/orders/cash-contract.ts'
import { implement } from './endpoint.ts'

export const adminCashEndpoints = implement(contract, {
  listCashDays: ({ db }, { query: { page, open } }) => readCashDays(db, { page, onlyOutstanding: open !== undefined }),
  getCashDay: ({ db }, { query }) => readCashDay(db, query),
  markCashReceived: async ({ db }, { actor, body }) => ({ changed: await markCashReceived(db, actor, body) }),
  getLedgerDay: ({ db }, { query }) => readLedgerDay(db, query),
  closeCashDay: ({ db }, { actor, body }) => closeCashDay(db, actor, body.day),
})
