import { z } from 'zod'
import {
  addCustomerNote,
  changeRole,
  invite,
  listPeople,
  readCustomer,
  readStaff,
  removeFromStaff,
  setDeactivated,
} from '#modules/accounts/people.server.ts'
import {
  customerNoteSchema,
  customerSchema,
  customersPageSchema,
  customersQuerySchema,
  deactivationSchema,
  invitationSchema,
  roleChangeSchema,
  staffListSchema,
} from '#modules/accounts/people-schema.ts'
import { orderListSchema } from '#modules/orders/schema.ts'
import { listOrders } from '#modules/orders/service.server.ts'
import { orderOnWire } from '#modules/orders/wire.ts'
import { foreignId } from '#shared/fields.ts'
import { isId } from '#shared/ids.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ userId: foreignId })

export const adminPeopleEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/customers',
    audience: 'staff',
    summary: 'People with an account, found by name, email or phone',
    query: customersQuerySchema,
    answer: customersPageSchema,
    handle: ({ db }, { query }) => listPeople(db, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/customers/{userId}',
    audience: 'staff',
    summary: 'One person, with what colleagues noted',
    params,
    answer: customerSchema,
    handle: ({ db }, { params: { userId } }) => readCustomer(db, userId),
  }),
  endpoint({
    method: 'get',
    path: '/admin/customers/{userId}/orders',
    audience: 'staff',
    summary: 'The newest hundred orders of one person',
    params,
    answer: orderListSchema,
    handle: async ({ db }, { params: { userId } }) =>
      isId(userId) ? (await listOrders(db, userId)).map(orderOnWire) : [],
  }),
  endpoint({
    method: 'post',
    path: '/admin/customers/{userId}/notes',
    audience: 'staff',
    summary: 'A note about a person, for colleagues',
    params,
    body: customerNoteSchema,
    answer: customerSchema,
    status: 201,
    handle: ({ db }, { actor, params: { userId }, body }) => addCustomerNote(db, actor, userId, body.words),
  }),
  endpoint({
    method: 'put',
    path: '/admin/customers/{userId}/deactivation',
    audience: 'admin',
    summary: 'Shuts a person out and ends their sessions, or lets them in again',
    params,
    body: deactivationSchema,
    answer: customerSchema,
    handle: ({ db }, { actor, params: { userId }, body }) => setDeactivated(db, actor, userId, body.deactivated),
  }),
  endpoint({
    method: 'get',
    path: '/admin/staff',
    audience: 'admin',
    summary: 'Everybody who works here',
    answer: staffListSchema,
    handle: ({ db }) => readStaff(db),
  }),
  endpoint({
    method: 'post',
    path: '/admin/staff',
    audience: 'admin',
    summary: 'Invites somebody by mail',
    body: invitationSchema,
    answer: staffListSchema,
    status: 201,
    handle: (shop, { actor, body }) => invite(shop, actor, body),
  }),
  endpoint({
    method: 'put',
    path: '/admin/staff/{userId}',
    audience: 'admin',
    summary: 'Another role for somebody who works here',
    params,
    body: roleChangeSchema,
    answer: staffListSchema,
    handle: ({ db }, { actor, params: { userId }, body }) => changeRole(db, actor, userId, body.role),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/staff/{userId}',
    audience: 'admin',
    summary: 'Takes somebody off the staff; the last admin stays',
    params,
    answer: staffListSchema,
    handle: ({ db }, { actor, params: { userId } }) => removeFromStaff(db, actor, userId),
  }),
]
