import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { displayName, emailField, requiredText, uuidOrUnknown } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { roles, staffRoles } from '#shared/rights.ts'

const role = z.enum(roles)
const staffRole = z.enum(staffRoles, 'The role is Packer, Manager or Owner.')

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
      isInvited: z.boolean().check(z.meta({ description: 'The person has not accepted the invitation yet' })),
      lastSeen: z.nullable(z.string()),
      invitedUntil: z.nullable(z.string()).check(z.meta({ description: 'When the link of the invitation expires' })),
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
  audience: 'customers',
  summary: 'Find accounts by name, email or phone',
  query: customersQuerySchema,
  answer: customersPageSchema,
})

const params = z.object({ userId: uuidOrUnknown })

export const getCustomer = endpoint({
  method: 'get',
  path: '/admin/customers/{userId}',
  audience: 'customers',
  summary: 'Get an account with its internal notes',
  errors: ['notFound'],
  params,
  answer: customerSchema,
})

export const addCustomerNote = endpoint({
  method: 'post',
  path: '/admin/customers/{userId}/notes',
  audience: 'customers',
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
  audience: 'customers',
  summary: 'Deactivate an account and end its sessions, or activate it again',
  errors: ['notFound', 'conflict'],
  params,
  body: deactivationSchema,
  answer: customerSchema,
})

export const listStaff = endpoint({
  method: 'get',
  path: '/admin/staff',
  audience: 'staffMembers',
  summary: 'List staff members',
  answer: staffListSchema,
})

export const inviteStaff = endpoint({
  method: 'post',
  path: '/admin/staff',
  audience: 'staffMembers',
  summary: 'Invite a staff member by email',
  errors: ['conflict'],
  body: invitationSchema,
  answer: staffListSchema,
  status: 201,
})

export const resendInvitation = endpoint({
  method: 'post',
  path: '/admin/staff/{userId}/invitation',
  audience: 'staffMembers',
  summary: 'Send an invitation again; the earlier link stops working',
  errors: ['notFound', 'conflict'],
  params,
  answer: staffListSchema,
})

export const changeStaffRole = endpoint({
  method: 'put',
  path: '/admin/staff/{userId}',
  audience: 'staffMembers',
  summary: 'Change the role of a staff member',
  errors: ['notFound', 'conflict'],
  params,
  body: roleChangeSchema,
  answer: staffListSchema,
})

export const removeStaff = endpoint({
  method: 'delete',
  path: '/admin/staff/{userId}',
  audience: 'staffMembers',
  summary: 'Remove a staff member, or withdraw an invitation; the last owner cannot be removed',
  errors: ['notFound', 'conflict'],
  params,
  answer: staffListSchema,
})

const memberSchema = namedObject('StaffMember', {
  userId: z.string(),
  name: z.string(),
  role: staffRole,
  owners: z.array(z.string()).check(z.meta({ description: 'The names of the owners, who can change a role' })),
})

export type WireStaffMember = z.infer<typeof memberSchema>

export const getStaffMember = endpoint({
  method: 'get',
  path: '/admin/me',
  audience: 'today',
  summary: 'Get the staff member who calls',
  answer: memberSchema,
})
