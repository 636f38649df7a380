import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type Listed, pageOf, windowOf } from '#shared/lists.ts'
import { hasVisibleCharacter } from '#shared/visible-text.ts'
import type { Editor } from './admin.server.ts'
import type { NewReview, OwnReview, ReviewDecision, ReviewListQuery, ReviewRecord } from './review-schema.ts'
import {
  decideReview,
  hasReviewed,
  insertReview,
  lockReview,
  readOwnReviews,
  readReviews,
} from './reviews-repo.server.ts'

export async function listReviews(db: Db, query: ReviewListQuery): Promise<Listed<ReviewRecord>> {
  return pageOf(await readReviews(db, { state: query.state, ...windowOf(query) }), query)
}

/** Shown, not shown, answered: all by the one who reads it. */
export function judgeReview(db: Db, editor: Editor, id: number, decision: ReviewDecision): Promise<ReviewRecord> {
  return db.transaction(async (tx) => {
    const before = await lockReview(tx, id)
    if (!before) throw new ShopError('notFound', 'There is no such review.')
    if (before.version !== decision.version) throw editConflict(before)
    await decideReview(tx, id, decision)
    const { state, answer } = decision
    await recordChange(tx, editor, {
      action: state === before.state ? 'answered' : state,
      subject: 'review',
      subjectId: id,
      before: { state: before.state, answer: before.answer },
      after: { state, answer },
    })
    return { ...before, state, answer, version: before.version + 1 }
  })
}

const once = () => new ShopError('conflict', 'You have reviewed this piece already.')

export async function refuseSecondReview(db: Db, userId: string, productId: number): Promise<void> {
  if (await hasReviewed(db, userId, productId)) throw once()
}

/** Waits for the shop to read it. Only the first name is shown. */
export function writeReview(
  db: Db,
  { userId, name }: Editor,
  { productId, rating, description }: NewReview,
  pictureIds: number[],
): Promise<OwnReview> {
  return db.transaction(async (tx) => {
    const firstName = name.split(/\s+/).find(hasVisibleCharacter) ?? 'A customer'
    const id = await insertReview(tx, { productId, userId, rating, description, name: firstName }, pictureIds)
    if (id === undefined) throw once()
    return { id, productId, rating, description, state: 'waiting' }
  })
}

export function ownReviews(db: Db, userId: string): Promise<OwnReview[]> {
  return readOwnReviews(db, userId)
}

/** They go with the account, by their foreign key. */
export const reviewRecords = {
  name: 'reviews',
  collect: (db: Db, { userId }: { userId: string }) => readOwnReviews(db, userId),
}
