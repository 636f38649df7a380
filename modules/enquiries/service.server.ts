import { createElement } from 'react'
import { type Outbox, queueMail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { EnquiryLetter } from './enquiry-email.tsx'
import { deleteEnquiriesFrom, enquiriesFrom, insertEnquiry, type NewEnquiry } from './repo.server.ts'
import type { BulkEnquiry, ContactMessage } from './schema.ts'

type Desk = Outbox & { db: Db; shopName: string; shopEmail: string }
type Sender = { userId: string; email: string }

/** The form asks for no address: whoever is signed in can be answered at that of the account. */
export async function receiveContact(
  desk: Desk,
  { firstName, lastName, queries, website }: ContactMessage,
  sender: Sender | undefined,
): Promise<void> {
  if (website) return
  const name = `${firstName} ${lastName}`
  await receive(desk, { kind: 'contact', name, message: queries, ...sender }, `A question from ${name}`, [
    ['From', name],
    ...(sender ? [['Email', sender.email] as [string, string]] : []),
  ])
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

/** Stored and mailed to the shop, or neither. A shop that gets too many by email finds them in its back office. */
async function receive(
  desk: Desk,
  enquiry: Omit<NewEnquiry, 'id'>,
  title: string,
  from: [string, string][],
): Promise<void> {
  const { db, shopName, shopEmail } = desk
  await db.transaction(async (tx) => {
    const id = newId()
    await insertEnquiry(tx, { ...enquiry, id })
    const body = createElement(EnquiryLetter, { shopName, title, from, message: enquiry.message })
    const mail = { purpose: 'enquiry', to: shopEmail, subject: title, body, enquiryId: id } as const
    await queueMail(tx, desk, mail).catch((error) => {
      if (!(error instanceof ShopError && error.code === 'tooMany')) throw error
    })
  })
}

type Person = { userId: string; confirmedEmail: string | undefined }

/** What was written while signed in, and under a confirmed email: anybody can write any address on an enquiry. */
export const enquiryRecords = {
  name: 'enquiries',
  collect: (db: Db, person: Person) => enquiriesFrom(db, person),
  erase: (tx: Db, person: Person) => deleteEnquiriesFrom(tx, person),
}
