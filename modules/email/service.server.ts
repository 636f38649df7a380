import type { ReactElement } from 'react'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Limits, MailPurpose } from '#platform/limits.server.ts'
import type { Log } from '#platform/log.server.ts'
import { type Letter, rawLetter, type Smtp } from '#platform/smtp.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import {
  deleteMailsTo,
  findMail,
  insertMail,
  latestMailTo,
  type Mail,
  type MailHeading,
  mailsOf,
  newestMails,
  noteAttempt,
  type Reader,
  updateMail,
} from './repo.server.ts'

export const mailQueue = 'mail'

const shownInMailbox = 200

export type Rendered = { html: string; text: string }

export type Outbox = { jobs: Jobs; limits: Limits }

export type MailToSend = {
  /** Which budgets it is counted against. */
  purpose: MailPurpose
  to: string
  subject: string
  /** Whose account it belongs to: the mail goes when the account does. */
  userId?: string
  /** Which enquiry it repeats: the mail goes when the enquiry does. */
  enquiryId?: string
  /** Holds a secret: once it is out, its words are not kept. */
  confidential?: boolean
} & ({ body: ReactElement } | Rendered)

/**
 * Renders a mail and queues it in the caller's transaction: it is sent if, and only if, that transaction holds. Throws
 * 429 where the recipient gets too many of this purpose.
 */
export async function queueMail(
  tx: Db,
  { jobs, limits }: Outbox,
  { purpose, to, subject, ...mail }: MailToSend,
): Promise<string> {
  await limits.countMail(purpose, to)
  const id = newId()
  const { html, text, ...about } = 'body' in mail ? { ...mail, ...(await renderLetter(mail.body)) } : mail
  await Promise.all([
    insertMail(tx, { ...about, id, toAddress: oneLine(to), subject: oneLine(subject), html, text }),
    jobs.enqueue(tx, mailQueue, { mailId: id }),
  ])
  return id
}

export async function renderLetter(body: ReactElement): Promise<Rendered> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(body)
  return { html, text: toPlainText(html) }
}

export type MailOutcome = 'sent' | 'kept' | 'failed' | 'retried'
export type Postman = {
  db: Db
  smtp: Smtp | undefined
  from: string
  log: Log
  onOutcome?: (outcome: MailOutcome) => void
}

/** Sends one queued mail, or keeps it for the local mailbox where no SMTP server is set. */
export async function deliverMail(
  { db, smtp, from, log, onOutcome = () => {} }: Postman,
  mailId: string,
  attempt: { last: boolean },
): Promise<void> {
  const mail = await findMail(db, mailId)
  if (!mail || mail.state === 'sent' || mail.state === 'kept') return
  try {
    await smtp?.send(letterOf(mail, from))
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    const outcome = attempt.last
      ? ({ state: 'failed', ...withoutSecret(mail) } as const)
      : ({ state: 'queued' } as const)
    await noteAttempt(db, mail.id, { lastError, ...outcome })
    onOutcome(attempt.last ? 'failed' : 'retried')
    if (attempt.last) log.error({ mailId }, 'a mail could not be delivered')
    throw error
  }
  await updateMail(db, mail.id, {
    state: smtp ? 'sent' : 'kept',
    attempts: mail.attempts + 1,
    sentAt: new Date(),
    ...(smtp ? withoutSecret(mail) : {}),
  })
  onOutcome(smtp ? 'sent' : 'kept')
}

/** What is left of a mail that held a secret, once it cannot be needed any more. */
function withoutSecret({ confidential }: Mail): Partial<Pick<Mail, 'html' | 'text'>> {
  const text = 'The words of this mail were for its reader alone.'
  return confidential ? { html: `<p>${text}</p>`, text } : {}
}

export function listMails(db: Db): Promise<MailHeading[]> {
  return newestMails(db, shownInMailbox)
}

export async function readMail(db: Db, id: string): Promise<Mail> {
  const mail = isId(id) ? await findMail(db, id) : undefined
  if (!mail) throw new ShopError('notFound', 'There is no such mail.')
  return mail
}

export async function readLatestMail(db: Db, address: string): Promise<Mail> {
  const mail = await latestMailTo(db, address)
  if (!mail) throw new ShopError('notFound', `There is no mail to ${address}.`)
  return mail
}

/** The mail as it travels, or would have travelled. */
export function rawMail(mail: Mail, from: string): Promise<string> {
  return rawLetter(letterOf(mail, from))
}

function letterOf({ id, createdAt, toAddress, subject, html, text }: Mail, from: string): Letter {
  return { id, date: createdAt, from, to: toAddress, subject, html, text }
}

/** A line break in an address or subject would add headers of the sender's choosing. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ').trim()
}

/** Those of the account go by their foreign key; to a confirmed email others were written, about enquiries and quotes. */
export const mailRecords = {
  name: 'mails',
  collect: (db: Db, reader: Reader) => mailsOf(db, reader),
  erase: async (tx: Db, { confirmedEmail }: Reader) => {
    if (confirmedEmail) await deleteMailsTo(tx, confirmedEmail)
  },
}
