import { addDiscount, changeDiscount, listDiscounts, readDiscount } from '#modules/discounts/admin.server.ts'
import * as contract from '#modules/discounts/admin-contract.ts'
import { implement } from './endpoint.ts'

export const adminDiscountEndpoints = implement(contract, {
  listDiscounts: ({ db }, { query }) => listDiscounts(db, query),
  createDiscount: ({ db }, { actor, body }) => addDiscount(db, actor, body),
  getDiscount: ({ db }, { params: { discountId } }) => readDiscount(db, discountId),
  updateDiscount: ({ db }, { actor, params: { discountId }, body }) => changeDiscount(db, actor, discountId, body),
})
