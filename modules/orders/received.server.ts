import type { NewReview, OwnReview } from '#modules/catalog/review-schema.ts'
import { refuseSecondReview, writeReview } from '#modules/catalog/reviews.server.ts'
import { takePicture } from '#modules/media/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hasReceived } from './received-repo.server.ts'

/** Whoever has a piece in hands may say what they think of it, once. */
export async function reviewReceived(
  { db, files, jobs }: { db: Db; files: Files; jobs: Jobs },
  customer: { userId: string; name: string },
  review: NewReview,
  pictures: Blob[],
): Promise<OwnReview> {
  if (!(await hasReceived(db, customer.userId, review.productId))) {
    throw new ShopError('forbidden', 'A piece can be reviewed once it has reached you.')
  }
  await refuseSecondReview(db, customer.userId, review.productId)
  const pictureIds: number[] = []
  for (const picture of pictures) pictureIds.push((await takePicture({ db, files, jobs }, picture)).id)
  return writeReview(db, customer, review, pictureIds)
}
