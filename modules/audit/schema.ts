import { z } from 'zod'
import { optionalText, uuidField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const values = z.record(z.string(), z.unknown()).nullable()

export const auditQuerySchema = listQuery().extend({
  subject: optionalText(40).optional(),
  actor: uuidField('There is no such user.').optional(),
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
        subjectName: z.string().nullable(),
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
