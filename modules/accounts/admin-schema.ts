import * as z from 'zod/mini'
import { displayName, emailField, requiredText } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const role = z.enum(['Customer', 'Staff', 'Admin'])
const staffRole = z.enum(['Staff', 'Admin'], 'The role is Staff or Admin.')

export const customersQuerySchema = listQuery()

export const customersPageSchema = z
  .object({
    rows: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        phoneNumber: z.nullable(z.string()),
        role,
        since: z.string(),
        isDeactivated: z.boolean(),
        orders: z.int(),
      }),
    ),
    page: z.int(),
    hasMore: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'CustomersPage' })

export const customerSchema = z
  .object({
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
  .register(z.globalRegistry, { id: 'CustomerForStaff' })

export const customerNoteSchema = z
  .object({ text: requiredText(1000, 'Please enter a note.') })
  .register(z.globalRegistry, { id: 'CustomerNote' })

export const deactivationSchema = z
  .object({ deactivated: z.boolean() })
  .register(z.globalRegistry, { id: 'Deactivation' })

export const staffListSchema = z
  .object({
    rows: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        role: staffRole,
        hasPassword: z.boolean(),
        lastSeen: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'StaffList' })

export const invitationSchema = z
  .object({ email: emailField, name: displayName('a name', 120), role: staffRole })
  .register(z.globalRegistry, { id: 'Invitation' })

export const roleChangeSchema = z.object({ role: staffRole }).register(z.globalRegistry, { id: 'RoleChange' })

export type CustomersPage = z.infer<typeof customersPageSchema>
export type WireCustomer = z.infer<typeof customerSchema>
export type StaffList = z.infer<typeof staffListSchema>
export type Invitation = z.output<typeof invitationSchema>
