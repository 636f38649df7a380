import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { filesOf, shareFile } from './picture.ts'
import { deleteUnshown } from './repo.server.ts'

export const sweepQueue = 'pictures'
const hoursUntilSwept = 48

/** Whoever sends a picture has two days to save what it is for. */
export function sweepLater(db: Db, jobs: Jobs, pictureId: number, now = new Date()): Promise<void> {
  const notBefore = new Date(now.getTime() + hoursUntilSwept * 3600 * 1000)
  return jobs.enqueue(db, sweepQueue, { pictureId }, { notBefore })
}

/** Takes a picture away that nothing shows; its row is held until its files are gone, so nobody saves it meanwhile. */
export async function sweepPicture({ db, files }: { db: Db; files: Files }, pictureId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await deleteUnshown(tx, pictureId)
    if (!gone) return
    for (const name of [...filesOf(gone), shareFile(gone.hash)]) await files.delete(name)
  })
}
