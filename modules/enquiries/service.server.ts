import { type EmailContext, queueEmail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import type { BulkEnquiry, ContactMessage } from './contract.ts'
import { enquiryEmail } from './email-templates.tsx'
import { deleteEnquiriesFrom, enquiriesFrom, insertEnquiry, type NewEnquiry } from './repo.server.ts'

type EnquiryContext = EmailContext & { db: Db; shopName: string; shopEmail: string }
type Sender = { userId: string; email: string }

/** The form has no email field; the shop answers to the email address of the signed-in account. */
export async function receiveContact(
  context: EnquiryContext,
  { firstName, lastName, queries, website }: ContactMessage,
  sender: Sender | undefined,
): Promise<void> {
  if (website) return
  const name = `${firstName} ${lastName}`
  await receive(context, { kind: 'contact', name, message: queries, ...sender }, `New message from ${name}`, [
    ['From', name],
    ...(sender ? [['Email', sender.email] as [string, string]] : []),
  ])
}

export async function receiveBulk(
  context: EnquiryContext,
  { name, email, phoneNumber, message, website }: BulkEnquiry,
): Promise<void> {
  if (website) return
  await receive(context, { kind: 'bulk', name, email, phoneNumber, message }, `New bulk enquiry from ${name}`, [
    ['From', name],
    ['Email', email],
    ['Phone', phoneNumber],
  ])
}

/** Stores the enquiry and queues an email in one transaction. Above the email limit the enquiry is only stored. */
async function receive(
  context: EnquiryContext,
  enquiry: Omit<NewEnquiry, 'id'>,
  title: string,
  from: [string, string][],
): Promise<void> {
  const { db, shopName, shopEmail } = context
  await db.transaction(async (tx) => {
    const id = newId()
    await insertEnquiry(tx, { ...enquiry, id })
    const envelope = { purpose: 'enquiry', to: shopEmail, enquiryId: id } as const
    const props = { shopName, title, from, message: enquiry.message }
    await queueEmail(tx, context, envelope, enquiryEmail, props).catch((error) => {
      if (!(error instanceof ShopError && error.code === 'tooMany')) throw error
    })
  })
}

type Person = { userId: string; confirmedEmail: string | undefined }

/** Matches by account or by confirmed email address, because anybody can enter any email address in the form. */
export const enquiryRecords = {
  name: 'enquiries',
  collect: (db: Db, person: Person) => enquiriesFrom(db, person),
  erase: (tx: Db, person: Person) => deleteEnquiriesFrom(tx, person),
}
