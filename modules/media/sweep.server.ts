import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { filesOf, shareFile } from './picture.ts'
import { deleteUnusedPicture } from './repo.server.ts'

export const sweepQueue = 'pictures'
const sweepDelayHours = 48

/** An uploaded picture may stay unused for two days. */
export function scheduleSweep(db: Db, jobs: Jobs, pictureId: number, now = new Date()): Promise<void> {
  const notBefore = new Date(now.getTime() + sweepDelayHours * 3600 * 1000)
  return jobs.enqueue(db, sweepQueue, { pictureId }, { notBefore })
}

/** Deletes an unused picture. Its row stays locked until the files are deleted, so nothing can refer to it meanwhile. */
export async function sweepPicture({ db, files }: { db: Db; files: Files }, pictureId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await deleteUnusedPicture(tx, pictureId)
    if (!deleted) return
    for (const name of [...filesOf(deleted), shareFile(deleted.hash)]) await files.delete(name)
  })
}
