import { type EnquiryReceived, notificationQueue } from '#modules/notifications/events.ts'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { newId } from '#shared/ids.ts'
import type { BulkEnquiry, ContactMessage } from './contract.ts'
import { deleteEnquiriesFrom, enquiriesFrom, insertEnquiry, type NewEnquiry } from './repo.server.ts'

type EnquiryContext = { db: Db; jobs: Jobs }
type Sender = { userId: string; email: string }

/** The shop replies to the email address of the form, or else of the signed-in account. */
export async function receiveContact(
  context: EnquiryContext,
  { firstName, lastName, email, queries, website }: ContactMessage,
  sender: Sender | undefined,
): Promise<void> {
  if (website) return
  const name = `${firstName} ${lastName}`
  await receive(context, {
    kind: 'contact',
    name,
    message: queries,
    email: email || sender?.email,
    userId: sender?.userId,
  })
}

export async function receiveBulk(
  context: EnquiryContext,
  { name, email, phoneNumber, message, website }: BulkEnquiry,
): Promise<void> {
  if (website) return
  await receive(context, { kind: 'bulk', name, email, phoneNumber, message })
}

/** Stores the enquiry and the job that announces it in one transaction. */
async function receive({ db, jobs }: EnquiryContext, enquiry: Omit<NewEnquiry, 'id'>): Promise<void> {
  const { kind, name, email = null, phoneNumber = null, message } = enquiry
  const id = newId()
  await db.transaction(async (tx) => {
    await insertEnquiry(tx, { ...enquiry, id })
    const event: EnquiryReceived = { event: 'enquiry.received', id, kind, name, email, phoneNumber, message }
    await jobs.enqueue(tx, notificationQueue, event)
  })
}

type Person = { userId: string; confirmedEmail: string | undefined }

/** Matches by account or by confirmed email address, because anybody can enter any email address in the form. */
export const enquiryRecords = {
  name: 'enquiries',
  collect: (db: Db, person: Person) => enquiriesFrom(db, person),
  erase: (tx: Db, person: Person) => deleteEnquiriesFrom(tx, person),
}
