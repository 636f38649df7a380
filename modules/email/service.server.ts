import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { EmailPurpose, Limits } from '#platform/limits.server.ts'
import type { Log } from '#platform/log.server.ts'
import { type OutgoingEmail, rawEmail, type Smtp } from '#platform/smtp.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import { emailQueue, type NewEmail } from './fragments.server.ts'
import {
  type DataSubject,
  deleteEmailsTo,
  deleteWaitingEmail,
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
import type { EmailProps, EmailTemplate } from './template.tsx'

export { emailQueue }
/** Jobs of earlier versions, whose emails are rendered already. Remove after November 2027: no older backup is kept then. */
export const formerEmailQueue = 'mail'

const mailboxSize = 200

type RenderedEmail = { html: string; text: string }

/** Without a template, the email was rendered before. */
export type EmailJob = { emailId: string; template?: string; props?: EmailProps; event?: EmailProps }

export type EmailContext = { jobs: Jobs; limits: Limits }

export type Envelope = {
  /** Given where a repeated job must not queue the email again. */
  id?: string
  /** Selects the rate limits that apply. */
  purpose: EmailPurpose
  to: string
  /** The email is deleted with this account. */
  userId?: string | null
  /** The email is deleted with this enquiry. */
  enquiryId?: string
  /** The body contains a secret link and is erased after sending. */
  confidential?: boolean
  /** Announced to the shop by the job that sends the email, so that it costs no statement of its own. */
  event?: EmailProps
  /** Takes a POST that unsubscribes the recipient (RFC 8058). */
  unsubscribeUrl?: string
  /** The email can be withdrawn for so long. */
  waitSeconds?: number
}

/** Queues an email in the caller's transaction: it is rendered and sent by a job, only if that transaction commits. */
export async function queueEmail<Props extends EmailProps>(
  tx: Db,
  context: EmailContext,
  envelope: Envelope,
  template: EmailTemplate<Props>,
  props: Props,
): Promise<string> {
  const email = await newEmail(context, envelope, template, props)
  await insertEmail(tx, email)
  return email.id
}

/**
 * The email for a statement with `queueEmailCtes`. Throws 429 when the recipient exceeds the limit of this purpose.
 */
export async function newEmail<Props extends EmailProps>(
  { limits }: EmailContext,
  { id = newId(), purpose, to, event, waitSeconds = 0, ...references }: Envelope,
  template: EmailTemplate<Props>,
  props: Props,
): Promise<NewEmail> {
  await limits.countEmail(purpose, to)
  const job: EmailJob = { emailId: id, template: template.name, props, ...(event && { event }) }
  const { userId = null, enquiryId = null, confidential = false, unsubscribeUrl = null } = references
  return {
    id,
    toAddress: oneLine(to),
    subject: oneLine(template.subject(props)),
    userId,
    enquiryId,
    confidential,
    unsubscribeUrl,
    afterSeconds: waitSeconds > 0 ? waitSeconds + 1 : 0,
    job,
  }
}

export const isEmailQueued = async (db: Db, id: string) => (await findEmail(db, id)) !== undefined

/** Returns false if the email may have been sent: then it stays. */
export function withdrawEmail(tx: Db, emailId: string, waitSeconds: number): Promise<boolean> {
  return deleteWaitingEmail(tx, emailId, waitSeconds)
}

async function renderEmail<Props extends EmailProps>(
  { Body, text }: EmailTemplate<Props>,
  props: Props,
): Promise<RenderedEmail> {
  const body = createElement(Body, props)
  if (text) return { html: `<!doctype html>${renderToStaticMarkup(body)}`, text: text(props) }
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
  templates: readonly EmailTemplate<never>[]
  onOutcome?: (outcome: EmailOutcome) => void
}

/** Renders and sends a queued email, or stores it for the local mailbox when no SMTP server is configured. */
export async function deliverEmail(
  { db, smtp, from, log, templates, onOutcome = () => {} }: EmailSender,
  { emailId, template: name, props }: EmailJob,
  attempt: { last: boolean },
): Promise<void> {
  const email = await findEmail(db, emailId)
  if (!email || email.status === 'sent' || email.status === 'stored') return
  let content: RenderedEmail = { html: email.html, text: email.text }
  try {
    const template = templates.find((known) => known.name === name)
    if (template) content = await renderEmail(template, props as never)
    if (!content.html) throw new Error(`The email could not be written: there is no template ${name}.`)
    await smtp?.send(smtpMessageOf({ ...email, ...content }, from))
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    const outcome = attempt.last
      ? ({ status: 'failed', ...redactSecret(email) } as const)
      : ({ status: 'queued' } as const)
    await recordFailedAttempt(db, email.id, { lastError, ...content, ...outcome })
    onOutcome(attempt.last ? 'failed' : 'retried')
    if (attempt.last) log.error({ emailId }, 'an email could not be delivered')
    throw error
  }
  await updateEmail(db, email.id, {
    status: smtp ? 'sent' : 'stored',
    attempts: email.attempts + 1,
    sentAt: new Date(),
    ...content,
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
export async function emailSource(email: Email, from: string): Promise<string> {
  if (!email.html)
    throw new ShopError('unavailable', 'This email is still being written. Please try again in a second.')
  return rawEmail(smtpMessageOf(email, from))
}

function smtpMessageOf(email: Email, from: string): OutgoingEmail {
  const { id, createdAt: date, toAddress: to, subject, html, text, unsubscribeUrl } = email
  return { id, date, from, to, subject, html, text, unsubscribeUrl }
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
