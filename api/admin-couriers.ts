import * as contract from '#modules/couriers/contract.ts'
import { addCourier, changeCourier, listCouriers } from '#modules/couriers/service.server.ts'
import { implement } from './endpoint.ts'

export const adminCourierEndpoints = implement(contract, {
  listCouriers: ({ db }) => listCouriers(db),
  addCourier: ({ db }, { actor, body }) => addCourier(db, actor, body.name),
  changeCourier: ({ db }, { actor, params, body }) => changeCourier(db, actor, params.id, body),
})
