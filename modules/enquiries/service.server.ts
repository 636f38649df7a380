import { createElement } from 'react'
import { queueMail } from '#modules/mail/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { newId } from '#shared/ids.ts'
import { EnquiryLetter } from './letter.tsx'
import { deleteEnquiriesFrom, enquiriesFrom, insertEnquiry, type NewEnquiry } from './repo.server.ts'
import type { BulkEnquiry, ContactMessage } from './schema.ts'

type Desk = { db: Db; jobs: Jobs; shopEmail: string }

export async function receiveContact(
  desk: Desk,
  { firstName, lastName, queries, website }: ContactMessage,
): Promise<void> {
  if (website) return
  const name = `${firstName} ${lastName}`
  await receive(desk, { kind: 'contact', name, message: queries }, `A question from ${name}`, [['From', name]])
}

export async function receiveBulk(
  desk: Desk,
  { name, email, phoneNumber, message, website }: BulkEnquiry,
): Promise<void> {
  if (website) return
  await receive(desk, { kind: 'bulk', name, email, phoneNumber, message }, `A bulk enquiry from ${name}`, [
    ['From', name],
    ['Email', email],
    ['Phone', phoneNumber],
  ])
}

/** Stored and mailed to the shop, or neither. */
async function receive(
  { db, jobs, shopEmail }: Desk,
  enquiry: Omit<NewEnquiry, 'id'>,
  title: string,
  from: [string, string][],
): Promise<void> {
  await db.transaction(async (tx) => {
    await insertEnquiry(tx, { ...enquiry, id: newId() })
    const body = createElement(EnquiryLetter, { title, from, message: enquiry.message })
    await queueMail(tx, jobs, { to: shopEmail, subject: title, body })
  })
}

/** Only for somebody whose email is confirmed: anybody can write any address on an enquiry. */
export const enquiryRecords = {
  name: 'enquiries',
  collect: async (db: Db, { confirmedEmail }: { confirmedEmail: string | undefined }) =>
    confirmedEmail ? enquiriesFrom(db, confirmedEmail) : [],
  erase: async (tx: Db, { confirmedEmail }: { confirmedEmail: string | undefined }) => {
    if (confirmedEmail) await deleteEnquiriesFrom(tx, confirmedEmail)
  },
}
