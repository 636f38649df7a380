import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { type Listed, pageOf, windowOf } from '#shared/lists.ts'
import { lockFailed, putAside, putBack, readFailed } from './admin-repo.server.ts'
import type { FailedMail, MailListQuery } from './admin-schema.ts'
import { mailQueue, type Outbox } from './service.server.ts'

type Clerk = { userId: string; name: string }

export async function listFailedMails(db: Db, query: MailListQuery): Promise<Listed<FailedMail>> {
  return pageOf(await readFailed(db, { ...query, ...windowOf(query) }), query)
}

export function sendMailAgain({ db, jobs, limits }: Outbox & { db: Db }, clerk: Clerk, id: string): Promise<void> {
  return settle(db, clerk, id, 'sent again', async (tx, { isSecret, to }) => {
    if (isSecret) {
      throw new ShopError(
        'conflict',
        'This mail held a link for its reader alone, which is gone. They can ask for a new one.',
      )
    }
    await limits.countMail('resend', to)
    await putBack(tx, id)
    await jobs.enqueue(tx, mailQueue, { mailId: id })
  })
}

export function setMailAside(db: Db, clerk: Clerk, id: string): Promise<void> {
  return settle(db, clerk, id, 'set aside', (tx) => putAside(tx, id))
}

async function settle(
  db: Db,
  clerk: Clerk,
  id: string,
  action: string,
  work: (tx: Db, mail: { isSecret: boolean; to: string }) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const mail = isId(id) ? await lockFailed(tx, id) : undefined
    if (!mail) throw new ShopError('notFound', 'This mail no longer waits here.')
    await work(tx, mail)
    await recordChange(tx, clerk, { action, subject: 'mail', subjectId: id })
  })
}
