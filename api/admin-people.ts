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
    operationId: 'listCustomers',
    method: 'get',
    path: '/admin/customers',
    audience: 'staff',
    summary: 'Find accounts by name, email or phone',
    query: customersQuerySchema,
    answer: customersPageSchema,
    handle: ({ db }, { query }) => listPeople(db, query),
  }),
  endpoint({
    operationId: 'getCustomer',
    method: 'get',
    path: '/admin/customers/{userId}',
    audience: 'staff',
    summary: 'Get an account with its internal notes',
    errors: ['notFound'],
    params,
    answer: customerSchema,
    handle: ({ db }, { params: { userId } }) => readCustomer(db, userId),
  }),
  endpoint({
    operationId: 'listCustomerOrders',
    method: 'get',
    path: '/admin/customers/{userId}/orders',
    audience: 'staff',
    summary: 'List the newest 100 orders of an account',
    params,
    answer: orderListSchema,
    handle: async ({ db }, { params: { userId } }) =>
      isId(userId) ? (await listOrders(db, userId)).map(orderOnWire) : [],
  }),
  endpoint({
    operationId: 'addCustomerNote',
    method: 'post',
    path: '/admin/customers/{userId}/notes',
    audience: 'staff',
    summary: 'Add an internal note to an account',
    errors: ['notFound'],
    params,
    body: customerNoteSchema,
    answer: customerSchema,
    status: 201,
    handle: ({ db }, { actor, params: { userId }, body }) => addCustomerNote(db, actor, userId, body.words),
  }),
  endpoint({
    operationId: 'setCustomerDeactivation',
    method: 'put',
    path: '/admin/customers/{userId}/deactivation',
    audience: 'admin',
    summary: 'Deactivate an account and end its sessions, or activate it again',
    errors: ['notFound', 'conflict'],
    params,
    body: deactivationSchema,
    answer: customerSchema,
    handle: ({ db }, { actor, params: { userId }, body }) => setDeactivated(db, actor, userId, body.deactivated),
  }),
  endpoint({
    operationId: 'listStaff',
    method: 'get',
    path: '/admin/staff',
    audience: 'admin',
    summary: 'List staff members',
    answer: staffListSchema,
    handle: ({ db }) => readStaff(db),
  }),
  endpoint({
    operationId: 'inviteStaff',
    method: 'post',
    path: '/admin/staff',
    audience: 'admin',
    summary: 'Invite a staff member by email',
    errors: ['conflict'],
    limit: 'invitation',
    body: invitationSchema,
    answer: staffListSchema,
    status: 201,
    handle: (shop, { actor, body }) => invite(shop, actor, body),
  }),
  endpoint({
    operationId: 'changeStaffRole',
    method: 'put',
    path: '/admin/staff/{userId}',
    audience: 'admin',
    summary: 'Change the role of a staff member',
    errors: ['notFound', 'conflict'],
    params,
    body: roleChangeSchema,
    answer: staffListSchema,
    handle: ({ db }, { actor, params: { userId }, body }) => changeRole(db, actor, userId, body.role),
  }),
  endpoint({
    operationId: 'removeStaff',
    method: 'delete',
    path: '/admin/staff/{userId}',
    audience: 'admin',
    summary: 'Remove a staff member; the last admin cannot be removed',
    errors: ['notFound', 'conflict'],
    params,
    answer: staffListSchema,
    handle: ({ db }, { actor, params: { userId } }) => removeFromStaff(db, actor, userId),
  }),
]
