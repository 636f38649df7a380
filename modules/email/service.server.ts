import type { ReactElement } from 'react'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { EmailPurpose, Limits } from '#platform/limits.server.ts'
import type { Log } from '#platform/log.server.ts'
import { type OutgoingEmail, rawEmail, type Smtp } from '#platform/smtp.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import {
  type DataSubject,
  deleteEmailsTo,
  type Email,
  type EmailSummary,
  findEmail,
  findLatestEmailTo,
  insertEmail,
  listEmailsOf,
  newestEmails,
  recordFailedAttempt,
  updateEmail,
} from './repo.server.ts'

export const emailQueue = 'mail'

const mailboxSize = 200

export type RenderedEmail = { html: string; text: string }

export type EmailContext = { jobs: Jobs; limits: Limits }

export type EmailToSend = {
  /** Selects the rate limits that apply. */
  purpose: EmailPurpose
  to: string
  subject: string
  /** The email is deleted with this account. */
  userId?: string
  /** The email is deleted with this enquiry. */
  enquiryId?: string
  /** The body contains a secret link and is erased after sending. */
  confidential?: boolean
} & ({ body: ReactElement } | RenderedEmail)

/**
 * Queues an email in the caller's transaction: it is sent only if that transaction commits. Throws 429 when the
 * recipient exceeds the limit of this purpose.
 */
export async function queueEmail(
  tx: Db,
  { jobs, limits }: EmailContext,
  { purpose, to, subject, ...email }: EmailToSend,
): Promise<string> {
  await limits.countEmail(purpose, to)
  const id = newId()
  const { html, text, ...references } = 'body' in email ? { ...email, ...(await renderEmail(email.body)) } : email
  await Promise.all([
    insertEmail(tx, { ...references, id, toAddress: oneLine(to), subject: oneLine(subject), html, text }),
    jobs.enqueue(tx, emailQueue, { emailId: id }),
  ])
  return id
}

export async function renderEmail(body: ReactElement): Promise<RenderedEmail> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(body)
  return { html, text: toPlainText(html) }
}

export type EmailOutcome = 'sent' | 'stored' | 'failed' | 'retried'
export type EmailSender = {
  db: Db
  smtp: Smtp | undefined
  from: string
  log: Log
  onOutcome?: (outcome: EmailOutcome) => void
}

/** Sends a queued email, or stores it for the local mailbox when no SMTP server is configured. */
export async function deliverEmail(
  { db, smtp, from, log, onOutcome = () => {} }: EmailSender,
  emailId: string,
  attempt: { last: boolean },
): Promise<void> {
  const email = await findEmail(db, emailId)
  if (!email || email.status === 'sent' || email.status === 'stored') return
  try {
    await smtp?.send(smtpMessageOf(email, from))
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    const outcome = attempt.last
      ? ({ status: 'failed', ...redactSecret(email) } as const)
      : ({ status: 'queued' } as const)
    await recordFailedAttempt(db, email.id, { lastError, ...outcome })
    onOutcome(attempt.last ? 'failed' : 'retried')
    if (attempt.last) log.error({ emailId }, 'an email could not be delivered')
    throw error
  }
  await updateEmail(db, email.id, {
    status: smtp ? 'sent' : 'stored',
    attempts: email.attempts + 1,
    sentAt: new Date(),
    ...(smtp ? redactSecret(email) : {}),
  })
  onOutcome(smtp ? 'sent' : 'stored')
}

/** Replaces the body of a confidential email that was sent or has failed. */
function redactSecret({ confidential }: Email): Partial<Pick<Email, 'html' | 'text'>> {
  const text = 'The text of this email was confidential and has been deleted.'
  return confidential ? { html: `<p>${text}</p>`, text } : {}
}

export function listEmails(db: Db): Promise<EmailSummary[]> {
  return newestEmails(db, mailboxSize)
}

export async function readEmail(db: Db, id: string): Promise<Email> {
  const email = isId(id) ? await findEmail(db, id) : undefined
  if (!email) throw new ShopError('notFound', 'There is no such email.')
  return email
}

export async function readLatestEmail(db: Db, address: string): Promise<Email> {
  const email = await findLatestEmailTo(db, address)
  if (!email) throw new ShopError('notFound', `There is no email to ${address}.`)
  return email
}

/** The MIME source, as it is sent over SMTP. */
export function emailSource(email: Email, from: string): Promise<string> {
  return rawEmail(smtpMessageOf(email, from))
}

function smtpMessageOf({ id, createdAt, toAddress, subject, html, text }: Email, from: string): OutgoingEmail {
  return { id, date: createdAt, from, to: toAddress, subject, html, text }
}

/** Line breaks in an address or a subject would allow header injection. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ').trim()
}

/** Emails of the account are deleted by foreign key. Emails about enquiries and quotes are found by the confirmed address. */
export const emailRecords = {
  name: 'emails',
  collect: (db: Db, dataSubject: DataSubject) => listEmailsOf(db, dataSubject),
  erase: async (tx: Db, { confirmedEmail }: DataSubject) => {
    if (confirmedEmail) await deleteEmailsTo(tx, confirmedEmail)
  },
}
