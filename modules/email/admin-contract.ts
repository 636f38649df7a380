import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

export const emailListSchema = listQuery()

const failedEmail = z.object({
  emailId: z.string(),
  to: z.string(),
  subject: z.string(),
  writtenAt: z.string(),
  attempts: z.int(),
  reason: z.string(),
  isSecret: z
    .boolean()
    .check(z.meta({ description: 'The text was confidential and has been deleted; the email cannot be sent again.' })),
})

export const failedEmailsSchema = namedObject('FailedEmails', {
  rows: z.array(failedEmail),
  page: z.int(),
  hasMore: z.boolean(),
})

export type EmailListQuery = z.output<typeof emailListSchema>
export type FailedEmail = z.infer<typeof failedEmail>

export const listFailedEmails = endpoint({
  method: 'get',
  path: '/admin/emails',
  audience: 'emails',
  summary: 'List emails that could not be delivered, newest first',
  query: emailListSchema,
  answer: failedEmailsSchema,
})

const params = z.object({ emailId: uuidOrUnknown })

export const resendEmail = endpoint({
  method: 'post',
  path: '/admin/emails/{emailId}/send',
  audience: 'emails',
  summary: 'Send a failed email again',
  errors: ['notFound', 'conflict'],
  params,
  status: 204,
})

export const dismissEmail = endpoint({
  method: 'post',
  path: '/admin/emails/{emailId}/set-aside',
  audience: 'emails',
  summary: 'Remove a failed email from the list',
  errors: ['notFound'],
  params,
  status: 204,
})
