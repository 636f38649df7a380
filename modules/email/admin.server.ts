import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import type { EmailListQuery, FailedEmail } from './admin-contract.ts'
import { dismiss, listFailed, lockFailed } from './admin-repo.server.ts'
import { updateEmail } from './repo.server.ts'
import { type EmailContext, type EmailJob, emailQueue } from './service.server.ts'

type StaffMember = { userId: string; name: string }

export async function listFailedEmails(db: Db, query: EmailListQuery): Promise<ListPage<FailedEmail>> {
  return toListPage(await listFailed(db, { ...query, ...offsetAndLimit(query) }), query)
}

export function resendEmail(
  { db, jobs, limits }: EmailContext & { db: Db },
  staffMember: StaffMember,
  id: string,
): Promise<void> {
  return changeFailedEmail(db, staffMember, id, 'resent', async (tx, { isSecret, to }) => {
    if (isSecret) {
      throw new ShopError(
        'conflict',
        'This email contained a personal link that was deleted. The recipient can request a new one.',
      )
    }
    await limits.countEmail('resend', to)
    await updateEmail(tx, id, { status: 'queued' })
    await jobs.enqueue(tx, emailQueue, { emailId: id } satisfies EmailJob)
  })
}

export function dismissEmail(db: Db, staffMember: StaffMember, id: string): Promise<void> {
  return changeFailedEmail(db, staffMember, id, 'dismissed', (tx) => dismiss(tx, id))
}

async function changeFailedEmail(
  db: Db,
  staffMember: StaffMember,
  id: string,
  action: string,
  change: (tx: Db, email: { isSecret: boolean; to: string }) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const email = isId(id) ? await lockFailed(tx, id) : undefined
    if (!email) throw new ShopError('notFound', 'This email is no longer in the list.')
    await change(tx, email)
    await recordChange(tx, staffMember, { action, subject: 'email', subjectId: id })
  })
}
