import * as z from 'zod/mini'
import { auditPageSchema, auditQuerySchema } from '#modules/audit/schema.ts'
import { readAudit } from '#modules/audit/service.server.ts'
import { dashboardQuerySchema, dashboardSchema } from '#modules/reports/schema.ts'
import { readDashboard } from '#modules/reports/service.server.ts'
import { settingsChangeSchema, settingsResponseSchema } from '#modules/settings/schema.ts'
import { changeSettings, readSettingsForAdmin } from '#modules/settings/service.server.ts'
import { endpoint } from './endpoint.ts'

const memberSchema = z
  .object({ userId: z.string(), name: z.string(), role: z.enum(['Staff', 'Admin']) })
  .register(z.globalRegistry, { id: 'StaffMember' })

export const adminEndpoints = [
  endpoint({
    operationId: 'getStaffMember',
    method: 'get',
    path: '/admin/me',
    audience: 'staff',
    summary: 'Get the staff member who calls',
    answer: memberSchema,
    handle: async (_, { actor: { userId, name, role } }) => ({
      userId,
      name,
      role: role === 'Admin' ? role : ('Staff' as const),
    }),
  }),
  endpoint({
    operationId: 'getDashboard',
    method: 'get',
    path: '/admin/today',
    audience: 'staff',
    summary: 'Get open tasks and recent sales',
    query: dashboardQuerySchema,
    answer: dashboardSchema,
    handle: async ({ db, ownerSettings }, { query }) =>
      readDashboard(db, query.days, (await ownerSettings.current()).lowStock),
  }),
  endpoint({
    operationId: 'listAuditLog',
    method: 'get',
    path: '/admin/audit',
    audience: 'admin',
    summary: 'List changes with their author, newest first',
    query: auditQuerySchema,
    answer: auditPageSchema,
    handle: ({ db }, { query }) => readAudit(db, query),
  }),
  endpoint({
    operationId: 'getSettings',
    method: 'get',
    path: '/admin/settings',
    audience: 'admin',
    summary: 'Get the shop settings',
    answer: settingsResponseSchema,
    handle: ({ db }) => readSettingsForAdmin(db),
  }),
  endpoint({
    operationId: 'updateSettings',
    method: 'put',
    path: '/admin/settings',
    audience: 'admin',
    summary: 'Change the shop settings',
    errors: ['conflict'],
    current: settingsResponseSchema,
    body: settingsChangeSchema,
    answer: settingsResponseSchema,
    handle: (shop, { actor, body }) => changeSettings(shop, actor, body),
  }),
] as const
