import { findConfirmedAccount } from '#modules/accounts/confirmed-account.server.ts'
import { recordChange } from '#modules/audit/service.server.ts'
import { type EmailContext, queueEmail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import type { EnquiryListQuery, EnquiryRecord, EnquiryRow, EnquiryStatus } from './admin-contract.ts'
import { insertAnswer, lockEnquiry, readEnquiries, readEnquiry, readSender, updateStatus } from './admin-repo.server.ts'
import { answerEmail } from './answer-email.tsx'

type StaffMember = { userId: string; name: string }

const auditSubject = 'enquiry'

export async function listEnquiries(db: Db, query: EnquiryListQuery): Promise<ListPage<EnquiryRow>> {
  return toListPage(await readEnquiries(db, { ...query, ...offsetAndLimit(query) }), query)
}

export async function findEnquiry(db: Db, id: string): Promise<EnquiryRecord> {
  const enquiry = isId(id) ? await readEnquiry(db, id) : undefined
  if (!enquiry) throw new ShopError('notFound', 'There is no such enquiry.')
  return enquiry
}

export function setEnquiryStatus(
  db: Db,
  actor: StaffMember,
  id: string,
  { version, status }: { version: number; status: EnquiryStatus },
): Promise<EnquiryRecord> {
  return db.transaction(async (tx) => {
    const before = await lock(tx, id)
    if (before.version !== version) throw editConflict(before)
    return changeStatus(tx, actor, before, status)
  })
}

/** Stores the answer and queues the email in one transaction. */
export function answerEnquiry(
  context: EmailContext & { db: Db; shopName: string },
  actor: StaffMember,
  id: string,
  { to, message }: { to: string; message: string },
  now = new Date(),
): Promise<EnquiryRecord> {
  const { db, shopName } = context
  return db.transaction(async (tx) => {
    const before = await lock(tx, id)
    const answer = { toAddress: to, message, userId: actor.userId, byName: actor.name, sentAt: now }
    await insertAnswer(tx, { ...answer, id: newId(), enquiryId: id })
    // Anybody can enter any email address, so the message is quoted only to the confirmed account that sent it.
    const account = await findConfirmedAccount(tx, to)
    const enquiryText = account && account.userId === (await readSender(tx, id)) ? before.message : undefined
    await queueEmail(tx, context, { purpose: 'enquiryAnswer', to, enquiryId: id }, answerEmail, {
      shopName,
      name: account?.name,
      enquiryText,
      enquirySentAt: before.createdAt,
      answer: message,
      staffName: actor.name,
    })
    return changeStatus(tx, actor, before, 'answered', 'answered by email')
  })
}

/** Called when a quote for the enquiry is sent. */
export async function markAnswered(tx: Db, actor: StaffMember, id: string): Promise<void> {
  const before = await lock(tx, id)
  if (before.status === 'new') await changeStatus(tx, actor, before, 'answered', 'answered with a quote')
}

async function lock(tx: Db, id: string): Promise<EnquiryRecord> {
  if (isId(id)) await lockEnquiry(tx, id)
  return findEnquiry(tx, id)
}

async function changeStatus(
  tx: Db,
  actor: StaffMember,
  before: EnquiryRecord,
  status: EnquiryStatus,
  action: string = status,
) {
  const id = before.enquiryId
  await updateStatus(tx, id, status)
  await recordChange(tx, actor, {
    action,
    subject: auditSubject,
    subjectId: id,
    before: { status: before.status },
    after: { status },
  })
  return findEnquiry(tx, id)
}
