import { createElement } from 'react'
import { findConfirmedAccount } from '#modules/accounts/confirmed.server.ts'
import { recordChange } from '#modules/audit/service.server.ts'
import { type Outbox, queueMail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import { type Listed, pageOf, windowOf } from '#shared/lists.ts'
import { insertAnswer, lockEnquiry, readEnquiries, readEnquiry, readSender, updateState } from './admin-repo.server.ts'
import type { EnquiryListQuery, EnquiryRecord, EnquiryRow, EnquiryState } from './admin-schema.ts'
import { AnswerLetter } from './answer-email.tsx'

type Clerk = { userId: string; name: string }

const subject = 'enquiry'

export async function listEnquiries(db: Db, query: EnquiryListQuery): Promise<Listed<EnquiryRow>> {
  return pageOf(await readEnquiries(db, { ...query, ...windowOf(query) }), query)
}

export async function findEnquiry(db: Db, id: string): Promise<EnquiryRecord> {
  const enquiry = isId(id) ? await readEnquiry(db, id) : undefined
  if (!enquiry) throw new ShopError('notFound', 'There is no such enquiry.')
  return enquiry
}

export function setEnquiryState(
  db: Db,
  clerk: Clerk,
  id: string,
  { version, state }: { version: number; state: EnquiryState },
): Promise<EnquiryRecord> {
  return db.transaction(async (tx) => {
    const before = await lock(tx, id)
    if (before.version !== version) throw editConflict(before)
    return move(tx, clerk, before, state)
  })
}

/** The words go out by mail and stay beside the enquiry, or neither. */
export function answerEnquiry(
  desk: Outbox & { db: Db; shopName: string },
  clerk: Clerk,
  id: string,
  { to, message }: { to: string; message: string },
  now = new Date(),
): Promise<EnquiryRecord> {
  const { db, shopName } = desk
  return db.transaction(async (tx) => {
    const before = await lock(tx, id)
    const answer = { toAddress: to, message, userId: clerk.userId, byName: clerk.name, sentAt: now }
    await insertAnswer(tx, { ...answer, id: newId(), enquiryId: id })
    // Anybody can type any email on an enquiry: its words go back only to the confirmed account that sent it.
    const account = await findConfirmedAccount(tx, to)
    const question = account && account.userId === (await readSender(tx, id)) ? before.message : undefined
    const letter = { shopName, name: account?.name, question, sentAt: before.createdAt, message, from: clerk.name }
    const body = createElement(AnswerLetter, letter)
    const heading = { to, subject: `Your message to ${shopName}` }
    await queueMail(tx, desk, { purpose: 'enquiryAnswer', ...heading, body, enquiryId: id })
    return move(tx, clerk, before, 'answered', 'answered by mail')
  })
}

/** For a quote that goes out: the enquiry behind it is answered. */
export async function markAnswered(tx: Db, clerk: Clerk, id: string): Promise<void> {
  const before = await lock(tx, id)
  if (before.state === 'new') await move(tx, clerk, before, 'answered', 'answered with a quote')
}

async function lock(tx: Db, id: string): Promise<EnquiryRecord> {
  if (isId(id)) await lockEnquiry(tx, id)
  return findEnquiry(tx, id)
}

async function move(tx: Db, clerk: Clerk, before: EnquiryRecord, state: EnquiryState, action: string = state) {
  const id = before.enquiryId
  await updateState(tx, id, state)
  await recordChange(tx, clerk, { action, subject, subjectId: id, before: { state: before.state }, after: { state } })
  return findEnquiry(tx, id)
}
