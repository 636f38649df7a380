import { z } from 'zod'
import { emailField, filledText, versionField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const enquiryStates = ['new', 'answered', 'closed'] as const
const stateSchema = z.enum(enquiryStates, 'There is no such state.')
const kindSchema = z.enum(['contact', 'bulk'], 'There is no such kind.')

export const enquiryListSchema = listQuery().extend({ state: stateSchema.default('new'), kind: kindSchema.optional() })

const rowShape = {
  enquiryId: z.string(),
  version: z.int32(),
  kind: kindSchema,
  state: stateSchema,
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

export const enquiryStateSchema = z.object({ version: versionField, state: stateSchema }).meta({ id: 'EnquiryState' })

export const answerSchema = z
  .object({ to: emailField, message: filledText(10_000, 'Please write an answer.') })
  .meta({ id: 'EnquiryAnswer' })

export type EnquiryListQuery = z.output<typeof enquiryListSchema>
export type EnquiryRow = z.infer<typeof enquiryRowsSchema>['rows'][number]
export type EnquiryRecord = z.infer<typeof enquiryRecordSchema>
export type EnquiryState = EnquiryRow['state']
