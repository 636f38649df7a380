import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { displayName, emailField, requiredText, uuidOrUnknown } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const role = z.enum(['Customer', 'Staff', 'Admin'])
const staffRole = z.enum(['Staff', 'Admin'], 'The role is Staff or Admin.')

export const customersQuerySchema = listQuery()

export const customerRowSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  role,
  since: z.string(),
  isDeactivated: z.boolean(),
  orders: z.int(),
})

export const customersPageSchema = namedObject('CustomersPage', {
  rows: z.array(customerRowSchema),
  page: z.int(),
  hasMore: z.boolean(),
})

export const customerSchema = namedObject('CustomerForStaff', {
  userId: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  phoneNumber: z.nullable(z.string()),
  role,
  since: z.string(),
  deactivatedAt: z.nullable(z.string()),
  notes: z.array(z.object({ id: z.int(), at: z.string(), author: z.string(), text: z.string() })),
})

export const customerNoteSchema = namedObject('CustomerNote', { text: requiredText(1000, 'Please enter a note.') })

export const deactivationSchema = namedObject('Deactivation', { deactivated: z.boolean() })

export const staffListSchema = namedObject('StaffList', {
  rows: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      role: staffRole,
      hasPassword: z.boolean(),
      lastSeen: z.nullable(z.string()),
      /** Of somebody without a password: when the last invitation expires. */
      invitedUntil: z.nullable(z.string()),
    }),
  ),
})

export const invitationSchema = namedObject('Invitation', {
  email: emailField,
  name: displayName('a name', 120),
  role: staffRole,
})

export const roleChangeSchema = namedObject('RoleChange', { role: staffRole })

export type CustomersPage = z.infer<typeof customersPageSchema>
export type WireCustomer = z.infer<typeof customerSchema>
export type StaffList = z.infer<typeof staffListSchema>
export type Invitation = z.output<typeof invitationSchema>

export const listCustomers = endpoint({
  method: 'get',
  path: '/admin/customers',
  audience: 'staff',
  summary: 'Find accounts by name, email or phone',
  query: customersQuerySchema,
  answer: customersPageSchema,
})

const params = z.object({ userId: uuidOrUnknown })

export const getCustomer = endpoint({
  method: 'get',
  path: '/admin/customers/{userId}',
  audience: 'staff',
  summary: 'Get an account with its internal notes',
  errors: ['notFound'],
  params,
  answer: customerSchema,
})

export const addCustomerNote = endpoint({
  method: 'post',
  path: '/admin/customers/{userId}/notes',
  audience: 'staff',
  summary: 'Add an internal note to an account',
  errors: ['notFound'],
  params,
  body: customerNoteSchema,
  answer: customerSchema,
  status: 201,
})

export const setCustomerDeactivation = endpoint({
  method: 'put',
  path: '/admin/customers/{userId}/deactivation',
  audience: 'admin',
  summary: 'Deactivate an account and end its sessions, or activate it again',
  errors: ['notFound', 'conflict'],
  params,
  body: deactivationSchema,
  answer: customerSchema,
})

export const listStaff = endpoint({
  method: 'get',
  path: '/admin/staff',
  audience: 'admin',
  summary: 'List staff members',
  answer: staffListSchema,
})

export const inviteStaff = endpoint({
  method: 'post',
  path: '/admin/staff',
  audience: 'admin',
  summary: 'Invite a staff member by email',
  errors: ['conflict'],
  body: invitationSchema,
  answer: staffListSchema,
  status: 201,
})

export const resendInvitation = endpoint({
  method: 'post',
  path: '/admin/staff/{userId}/invitation',
  audience: 'admin',
  summary: 'Send an invitation again',
  errors: ['notFound', 'conflict'],
  params,
  answer: staffListSchema,
})

export const changeStaffRole = endpoint({
  method: 'put',
  path: '/admin/staff/{userId}',
  audience: 'admin',
  summary: 'Change the role of a staff member',
  errors: ['notFound', 'conflict'],
  params,
  body: roleChangeSchema,
  answer: staffListSchema,
})

export const removeStaff = endpoint({
  method: 'delete',
  path: '/admin/staff/{userId}',
  audience: 'admin',
  summary: 'Remove a staff member; the last admin cannot be removed',
  errors: ['notFound', 'conflict'],
  params,
  answer: staffListSchema,
})

const memberSchema = namedObject('StaffMember', {
  userId: z.string(),
  name: z.string(),
  role: z.enum(['Staff', 'Admin']),
})

export const getStaffMember = endpoint({
  method: 'get',
  path: '/admin/me',
  audience: 'staff',
  summary: 'Get the staff member who calls',
  answer: memberSchema,
})
