import {
  addCustomerNote,
  changeRole,
  inviteStaff,
  listAccounts,
  readCustomer,
  readStaff,
  readStaffMember,
  removeFromStaff,
  resendInvitation,
  setDeactivated,
} from '#modules/accounts/admin.server.ts'
import * as contract from '#modules/accounts/admin-contract.ts'
import { implement } from './endpoint.ts'

export const adminAccountEndpoints = implement(contract, {
  listCustomers: ({ db }, { query }) => listAccounts(db, query),
  getCustomer: ({ db }, { params: { userId } }) => readCustomer(db, userId),
  addCustomerNote: ({ db }, { actor, params: { userId }, body }) => addCustomerNote(db, actor, userId, body.text),
  setCustomerDeactivation: ({ db }, { actor, params: { userId }, body }) =>
    setDeactivated(db, actor, userId, body.deactivated),
  listStaff: ({ db }) => readStaff(db),
  inviteStaff: {
    limit: 'invitation',
    handle: (shop, { actor, body }) => inviteStaff(shop, actor, body),
  },
  resendInvitation: {
    limit: 'invitation',
    handle: (shop, { actor, params: { userId } }) => resendInvitation(shop, actor, userId),
  },
  changeStaffRole: ({ db }, { actor, params: { userId }, body }) => changeRole(db, actor, userId, body.role),
  removeStaff: ({ db }, { actor, params: { userId } }) => removeFromStaff(db, actor, userId),
  getStaffMember: ({ db }, { actor }) => readStaffMember(db, actor),
})
