import { z } from 'zod'
import { emailField, requiredText, versionField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const enquiryStatuses = ['new', 'answered', 'closed'] as const
const statusSchema = z.enum(enquiryStatuses, 'There is no such status.')
const kindSchema = z.enum(['contact', 'bulk'], 'There is no such kind.')

export const enquiryListSchema = listQuery().extend({
  status: statusSchema.default('new'),
  kind: kindSchema.optional(),
})

const rowShape = {
  enquiryId: z.string(),
  version: z.int32(),
  kind: kindSchema,
  status: statusSchema,
  name: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  message: z.string(),
  createdAt: z.string(),
}

export const enquiryRowsSchema = z
  .object({ rows: z.array(z.object(rowShape)), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'EnquiryRows' })

export const enquiryRecordSchema = z
  .object({
    ...rowShape,
    answers: z.array(
      z.object({ id: z.string(), to: z.string(), message: z.string(), by: z.string(), sentAt: z.string() }),
    ),
  })
  .meta({ id: 'EnquiryRecord' })

export const enquiryStatusSchema = z
  .object({ version: versionField, status: statusSchema })
  .meta({ id: 'EnquiryStatus' })

export const answerSchema = z
  .object({ to: emailField, message: requiredText(10_000, 'Please write a reply.') })
  .meta({ id: 'EnquiryAnswer' })

export type EnquiryListQuery = z.output<typeof enquiryListSchema>
export type EnquiryRow = z.infer<typeof enquiryRowsSchema>['rows'][number]
export type EnquiryRecord = z.infer<typeof enquiryRecordSchema>
export type EnquiryStatus = EnquiryRow['status']
