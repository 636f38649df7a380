import * as z from 'zod/mini'
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

export const failedEmailsSchema = z
  .object({ rows: z.array(failedEmail), page: z.int(), hasMore: z.boolean() })
  .register(z.globalRegistry, { id: 'FailedEmails' })

export type EmailListQuery = z.output<typeof emailListSchema>
export type FailedEmail = z.infer<typeof failedEmail>
