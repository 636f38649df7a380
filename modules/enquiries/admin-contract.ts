import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { emailField, requiredText, uuidField, uuidOrUnknown, versionField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const enquiryStatuses = ['new', 'answered', 'closed'] as const
const statusSchema = z.enum(enquiryStatuses, 'There is no such status.')
const kindSchema = z.enum(['contact', 'bulk'], 'There is no such kind.')

export const enquiryListSchema = z.extend(listQuery(), {
  status: z._default(z.enum([...enquiryStatuses, 'all'], 'There is no such status.'), 'new'),
  kind: z.optional(kindSchema),
  customer: z
    .optional(uuidField('There is no such account.'))
    .check(z.meta({ description: 'Only enquiries from this account, its email address or its phone number' })),
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

export const enquiryRowSchema = z.object(rowShape)

export const enquiryRowsSchema = namedObject('EnquiryRows', {
  rows: z.array(enquiryRowSchema),
  page: z.int(),
  hasMore: z.boolean(),
})

export const enquiryRecordSchema = namedObject('EnquiryRecord', {
  ...rowShape,
  isAccountEmail: z
    .boolean()
    .check(z.meta({ description: 'The email is that of the signed-in sender; otherwise the sender entered it' })),
  customer: z
    .nullable(z.object({ userId: z.string(), name: z.string() }))
    .check(z.meta({ description: 'The account of the sender, or one with the same email address or phone number' })),
  answers: z.array(
    z.object({ id: z.string(), to: z.string(), message: z.string(), by: z.string(), sentAt: z.string() }),
  ),
})

export const enquiryStatusSchema = namedObject('EnquiryStatus', { version: versionField, status: statusSchema })

export const answerSchema = namedObject('EnquiryAnswer', {
  to: emailField,
  message: requiredText(10_000, 'Please write a reply.'),
})

export type EnquiryListQuery = z.output<typeof enquiryListSchema>
export type EnquiryRow = z.infer<typeof enquiryRowsSchema>['rows'][number]
export type EnquiryRecord = z.infer<typeof enquiryRecordSchema>
export type EnquiryStatus = EnquiryRow['status']

export const listEnquiries = endpoint({
  method: 'get',
  path: '/admin/enquiries',
  audience: 'enquiries',
  summary: 'List enquiries, newest first, or find them by name, email, phone or text',
  query: enquiryListSchema,
  answer: enquiryRowsSchema,
})

const params = z.object({ enquiryId: uuidOrUnknown })

export const getEnquiry = endpoint({
  method: 'get',
  path: '/admin/enquiries/{enquiryId}',
  audience: 'enquiries',
  summary: 'Get an enquiry with its replies',
  errors: ['notFound'],
  params,
  answer: enquiryRecordSchema,
})

export const setEnquiryStatus = endpoint({
  method: 'put',
  path: '/admin/enquiries/{enquiryId}',
  audience: 'enquiries',
  summary: 'Mark an enquiry as new, answered or closed',
  errors: ['notFound', 'conflict'],
  current: enquiryRecordSchema,
  params,
  body: enquiryStatusSchema,
  answer: enquiryRecordSchema,
})

export const replyToEnquiry = endpoint({
  method: 'post',
  path: '/admin/enquiries/{enquiryId}/answers',
  audience: 'enquiries',
  summary: 'Reply to an enquiry by email',
  errors: ['notFound'],
  params,
  body: answerSchema,
  answer: enquiryRecordSchema,
  status: 201,
})
