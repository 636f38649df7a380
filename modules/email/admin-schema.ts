import { z } from 'zod'
import { listQuery } from '#shared/lists.ts'

export const mailListSchema = listQuery()

const failedMail = z.object({
  mailId: z.string(),
  to: z.string(),
  subject: z.string(),
  writtenAt: z.string(),
  attempts: z.int(),
  reason: z.string(),
  isSecret: z
    .boolean()
    .meta({ description: 'Its words were for its reader alone and are gone; it cannot be sent again.' }),
})

export const failedMailsSchema = z
  .object({ rows: z.array(failedMail), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'FailedMails' })

export type MailListQuery = z.output<typeof mailListSchema>
export type FailedMail = z.infer<typeof failedMail>
