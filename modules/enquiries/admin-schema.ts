import * as z from 'zod/mini'
import { emailField, requiredText, versionField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const enquiryStatuses = ['new', 'answered', 'closed'] as const
const statusSchema = z.enum(enquiryStatuses, 'There is no such status.')
const kindSchema = z.enum(['contact', 'bulk'], 'There is no such kind.')

export const enquiryListSchema = z.extend(listQuery(), {
  status: z._default(statusSchema, 'new'),
  kind: z.optional(kindSchema),
})

const rowShape = {
  enquiryId: z.string(),
  version: z.int32(),
  kind: kindSchema,
  status: statusSchema,
  name: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  message: z.string(),
  createdAt: z.string(),
}

export const enquiryRowsSchema = z
  .object({ rows: z.array(z.object(rowShape)), page: z.int(), hasMore: z.boolean() })
  .register(z.globalRegistry, { id: 'EnquiryRows' })

export const enquiryRecordSchema = z
  .object({
    ...rowShape,
    answers: z.array(
      z.object({ id: z.string(), to: z.string(), message: z.string(), by: z.string(), sentAt: z.string() }),
    ),
  })
  .register(z.globalRegistry, { id: 'EnquiryRecord' })

export const enquiryStatusSchema = z
  .object({ version: versionField, status: statusSchema })
  .register(z.globalRegistry, { id: 'EnquiryStatus' })

export const answerSchema = z
  .object({ to: emailField, message: requiredText(10_000, 'Please write a reply.') })
  .register(z.globalRegistry, { id: 'EnquiryAnswer' })

export type EnquiryListQuery = z.output<typeof enquiryListSchema>
export type EnquiryRow = z.infer<typeof enquiryRowsSchema>['rows'][number]
export type EnquiryRecord = z.infer<typeof enquiryRecordSchema>
export type EnquiryStatus = EnquiryRow['status']
