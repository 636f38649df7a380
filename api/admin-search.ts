import * as contract from '#modules/search/contract.ts'
import { searchAdmin } from '#modules/search/service.server.ts'
import { implement } from './endpoint.ts'

export const adminSearchEndpoints = implement(contract, {
  searchAdmin: ({ db }, { actor, query: { q } }) => searchAdmin(db, actor.role, q),
})
