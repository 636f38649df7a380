import { sql } from 'drizzle-orm'
import { insertJobs } from '#platform/jobs.server.ts'

export const emailQueue = 'email'

/** An email that is not rendered yet, with the data of the job that renders and sends it. */
export type NewEmail = {
  id: string
  toAddress: string
  subject: string
  userId: string | null
  enquiryId: string | null
  confidential: boolean
  unsubscribeUrl: string | null
  afterSeconds: number
  job: object
}

/** CTEs that queue a `NewEmail` as JSON, or nothing if it is null. */
export const queueEmailCtes = (email: unknown) => sql`
  email as materialized (
    select * from json_to_record(${email}::json) as e (id uuid, "toAddress" text, subject text, "userId" uuid,
      "enquiryId" uuid, confidential boolean, "unsubscribeUrl" text, "afterSeconds" int, job jsonb)
    where e.id is not null
  ), queued_email as (
    insert into emails (id, user_id, enquiry_id, confidential, unsubscribe_url, to_address, subject, html, text)
    select id, "userId", "enquiryId", confidential, "unsubscribeUrl", "toAddress", subject, '', '' from email
  ), queued_job as (
    ${insertJobs(sql`select ${sql.raw(`'${emailQueue}'`)}, job, now() + "afterSeconds" * interval '1 second' from email`)}
  )`
