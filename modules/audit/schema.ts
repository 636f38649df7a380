import { z } from 'zod'
import { listQuery } from '#shared/lists.ts'

const values = z.record(z.string(), z.unknown()).nullable()

export const auditQuerySchema = listQuery().extend({
  subject: z.string().max(40).optional(),
  actor: z.uuid().optional(),
})

export const auditPageSchema = z
  .object({
    rows: z.array(
      z.object({
        id: z.int(),
        at: z.string(),
        actorName: z.string(),
        action: z.string(),
        subject: z.string(),
        subjectId: z.string(),
        before: values,
        after: values,
      }),
    ),
    page: z.int(),
    hasMore: z.boolean(),
    subjects: z.array(z.string()),
    actors: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'AuditPage' })

export type AuditPage = z.infer<typeof auditPageSchema>
