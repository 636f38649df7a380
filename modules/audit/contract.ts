import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { optionalText, uuidField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const values = z.nullable(z.record(z.string(), z.unknown()))

export const auditQuerySchema = z.extend(listQuery(), {
  subject: z.optional(optionalText(40)),
  /** The id of one record of the subject. */
  record: z.optional(optionalText(60)),
  actor: z.optional(uuidField('There is no such user.')),
})

export const auditPageSchema = namedObject('AuditPage', {
  rows: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      actorName: z.string(),
      action: z.string(),
      subject: z.string(),
      subjectId: z.string(),
      subjectName: z.nullable(z.string()),
      before: values,
      after: values,
    }),
  ),
  page: z.int(),
  hasMore: z.boolean(),
  subjects: z.array(z.string()),
  actors: z.array(z.object({ id: z.string(), name: z.string() })),
})

export type AuditPage = z.infer<typeof auditPageSchema>

export const listAuditLog = endpoint({
  method: 'get',
  path: '/admin/audit',
  audience: 'audit',
  summary: 'List changes with their author, newest first',
  query: auditQuerySchema,
  answer: auditPageSchema,
})
