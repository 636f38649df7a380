import { z } from 'zod'
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
    .meta({ description: 'The text was confidential and has been deleted; the email cannot be sent again.' }),
})

export const failedEmailsSchema = z
  .object({ rows: z.array(failedEmail), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'FailedEmails' })

export type EmailListQuery = z.output<typeof emailListSchema>
export type FailedEmail = z.infer<typeof failedEmail>
