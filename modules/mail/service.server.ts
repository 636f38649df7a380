import type { ReactElement } from 'react'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { type Letter, rawLetter, type Smtp } from '#platform/smtp.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import {
  findMail,
  insertMail,
  latestMailTo,
  type Mail,
  type MailHeading,
  newestMails,
  noteAttempt,
  updateMail,
} from './repo.server.ts'

export const mailQueue = 'mail'

const shownInMailbox = 100

type Rendered = { html: string; text: string }
export type MailToSend = { to: string; subject: string } & ({ body: ReactElement } | Rendered)

/** Renders a mail and queues it in the caller's transaction: it is sent if, and only if, that transaction holds. */
export async function queueMail(tx: Db, jobs: Jobs, mail: MailToSend): Promise<string> {
  const id = newId()
  const { to, subject } = mail
  const { html, text } = 'body' in mail ? await rendered(mail.body) : mail
  await insertMail(tx, { id, toAddress: oneLine(to), subject: oneLine(subject), html, text })
  await jobs.enqueue(tx, mailQueue, { mailId: id })
  return id
}

async function rendered(body: ReactElement): Promise<Rendered> {
  const { render } = await import('@react-email/render')
  return { html: await render(body), text: await render(body, { plainText: true }) }
}

export type Postman = { db: Db; smtp: Smtp | undefined; from: string; log: Log }

/** Sends one queued mail, or keeps it for the local mailbox where no SMTP server is set. */
export async function deliverMail(
  { db, smtp, from, log }: Postman,
  mailId: string,
  attempt: { last: boolean },
): Promise<void> {
  const mail = await findMail(db, mailId)
  if (!mail || mail.state === 'sent' || mail.state === 'kept') return
  try {
    await smtp?.send(letterOf(mail, from))
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    await noteAttempt(db, mail.id, { lastError, state: attempt.last ? 'failed' : 'queued' })
    if (attempt.last) log.error({ mailId }, 'a mail could not be delivered')
    throw error
  }
  await updateMail(db, mail.id, {
    state: smtp ? 'sent' : 'kept',
    attempts: mail.attempts + 1,
    sentAt: new Date(),
  })
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
