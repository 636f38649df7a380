import { scheduleSweep } from '#modules/media/sweep.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { replaceTurn } from './turn-repo.server.ts'

type Frame = { pictureId: number }

const idsOf = (frames: Frame[]) => frames.map(({ pictureId }) => pictureId)

/** A frame that was left out is deleted later, unless another product has it. */
export async function changeTurn(tx: Db, jobs: Jobs, productId: number, before: Frame[], after: Frame[]) {
  const ids = idsOf(after)
  if (idsOf(before).join() === ids.join()) return
  await replaceTurn(tx, productId, ids)
  for (const id of new Set(idsOf(before))) if (!ids.includes(id)) await scheduleSweep(tx, jobs, id)
}
