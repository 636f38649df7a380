import { z } from 'zod'
import { auditPageSchema, auditQuerySchema } from '#modules/audit/schema.ts'
import { readAudit } from '#modules/audit/service.server.ts'
import { figuresQuerySchema, figuresSchema } from '#modules/figures/schema.ts'
import { readFigures } from '#modules/figures/service.server.ts'
import { settingsAnswerSchema, settingsChangeSchema } from '#modules/settings/schema.ts'
import { changeSettings, readForOwner } from '#modules/settings/service.server.ts'
import { endpoint } from './endpoint.ts'

const memberSchema = z
  .object({ userId: z.string(), name: z.string(), role: z.enum(['Staff', 'Admin']) })
  .meta({ id: 'StaffMember' })

export const adminEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/me',
    audience: 'staff',
    summary: 'Who works here',
    answer: memberSchema,
    handle: async (_, { actor: { userId, name, role } }) => ({
      userId,
      name,
      role: role === 'Admin' ? role : ('Staff' as const),
    }),
  }),
  endpoint({
    method: 'get',
    path: '/admin/today',
    audience: 'staff',
    summary: 'What needs doing now, and how it went lately',
    query: figuresQuerySchema,
    answer: figuresSchema,
    handle: async ({ db, owner }, { query }) => readFigures(db, query.days, (await owner.current()).lowStock),
  }),
  endpoint({
    method: 'get',
    path: '/admin/audit',
    audience: 'admin',
    summary: 'Who changed what, newest first',
    query: auditQuerySchema,
    answer: auditPageSchema,
    handle: ({ db }, { query }) => readAudit(db, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/settings',
    audience: 'admin',
    summary: 'What the owner sets',
    answer: settingsAnswerSchema,
    handle: ({ db }) => readForOwner(db),
  }),
  endpoint({
    method: 'put',
    path: '/admin/settings',
    audience: 'admin',
    summary: 'Changes the settings, unless somebody else has since',
    body: settingsChangeSchema,
    answer: settingsAnswerSchema,
    handle: (shop, { actor, body }) => changeSettings(shop, actor, body),
  }),
]
