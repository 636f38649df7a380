import type { NewReview, OwnReview } from '#modules/catalog/review-contract.ts'
import { rejectSecondReview, writeReview } from '#modules/catalog/reviews.server.ts'
import { uploadPicture } from '#modules/media/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hasReceivedProduct } from './order-reviews-repo.server.ts'

/** A customer can review a delivered product once. */
export async function reviewReceivedProduct(
  { db, files, jobs }: { db: Db; files: Files; jobs: Jobs },
  customer: { userId: string; name: string },
  review: NewReview,
  pictures: Blob[],
): Promise<OwnReview> {
  if (!(await hasReceivedProduct(db, customer.userId, review.productId))) {
    throw new ShopError('forbidden', 'You can review a product after it has been delivered to you.')
  }
  await rejectSecondReview(db, customer.userId, review.productId)
  const pictureIds: number[] = []
  for (const picture of pictures) pictureIds.push((await uploadPicture({ db, files, jobs }, picture)).id)
  return writeReview(db, customer, review, pictureIds)
}
