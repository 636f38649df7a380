import { z } from 'zod'
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
        phoneNumber: z.string().nullable(),
        role,
        since: z.string(),
        isDeactivated: z.boolean(),
        orders: z.int(),
      }),
    ),
    page: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'CustomersPage' })

export const customerSchema = z
  .object({
    userId: z.string(),
    name: z.string(),
    username: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    phoneNumber: z.string().nullable(),
    role,
    since: z.string(),
    deactivatedAt: z.string().nullable(),
    notes: z.array(z.object({ id: z.int(), at: z.string(), author: z.string(), text: z.string() })),
  })
  .meta({ id: 'CustomerForStaff' })

export const customerNoteSchema = z
  .object({ text: requiredText(1000, 'Please enter a note.') })
  .meta({ id: 'CustomerNote' })

export const deactivationSchema = z.object({ deactivated: z.boolean() }).meta({ id: 'Deactivation' })

export const staffListSchema = z
  .object({
    rows: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        role: staffRole,
        hasPassword: z.boolean(),
        lastSeen: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'StaffList' })

export const invitationSchema = z
  .object({ email: emailField, name: displayName('a name', 120), role: staffRole })
  .meta({ id: 'Invitation' })

export const roleChangeSchema = z.object({ role: staffRole }).meta({ id: 'RoleChange' })

export type CustomersPage = z.infer<typeof customersPageSchema>
export type WireCustomer = z.infer<typeof customerSchema>
export type StaffList = z.infer<typeof staffListSchema>
export type Invitation = z.output<typeof invitationSchema>
