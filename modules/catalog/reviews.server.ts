import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import { hasVisibleCharacter } from '#shared/visible-text.ts'
import type { Editor } from './admin.server.ts'
import type { ReviewDecision, ReviewListQuery, ReviewRecord } from './moderation-contract.ts'
import type { NewReview, OwnReview } from './review-contract.ts'
import {
  hasReviewed,
  insertReview,
  lockReview,
  readOwnReviews,
  readReviews,
  updateReview,
} from './reviews-repo.server.ts'

export async function listReviews(db: Db, query: ReviewListQuery): Promise<ListPage<ReviewRecord>> {
  return toListPage(await readReviews(db, { ...query, ...offsetAndLimit(query) }), query)
}

export function moderateReview(db: Db, author: Editor, id: number, decision: ReviewDecision): Promise<ReviewRecord> {
  return db.transaction(async (tx) => {
    const before = await lockReview(tx, id)
    if (!before) throw new ShopError('notFound', 'There is no such review.')
    if (before.version !== decision.version) throw editConflict(before)
    const { status, answer } = decision
    await updateReview(tx, id, { status, answer })
    await recordChange(tx, author, {
      action: status === before.status ? 'answered' : status,
      subject: 'review',
      subjectId: id,
      before: { status: before.status, answer: before.answer },
      after: { status, answer },
    })
    return { ...before, status, answer, version: before.version + 1 }
  })
}

const alreadyReviewed = () => new ShopError('conflict', 'You have already reviewed this product.')

export async function rejectSecondReview(db: Db, userId: string, productId: number): Promise<void> {
  if (await hasReviewed(db, userId, productId)) throw alreadyReviewed()
}

/** The review needs approval before it is shown, with the first name only. */
export function writeReview(
  db: Db,
  { userId, name }: Editor,
  { productId, rating, description }: NewReview,
  pictureIds: number[],
): Promise<OwnReview> {
  return db.transaction(async (tx) => {
    const firstName = name.split(/\s+/).find(hasVisibleCharacter) ?? 'A customer'
    const id = await insertReview(tx, { productId, userId, rating, description, name: firstName }, pictureIds)
    if (id === undefined) throw alreadyReviewed()
    return { id, productId, rating, description, status: 'waiting' }
  })
}

export function ownReviews(db: Db, userId: string): Promise<OwnReview[]> {
  return readOwnReviews(db, userId)
}

/** No erase function: the foreign key deletes the reviews with the account. */
export const reviewRecords = {
  name: 'reviews',
  collect: (db: Db, { userId }: { userId: string }) => readOwnReviews(db, userId),
}
