import { eq, type SQL, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import type { ReviewListQuery, ReviewRecord } from './moderation-contract.ts'
import type { OwnReview, ReviewStatus } from './review-contract.ts'
import { reviewPictures, reviews } from './tables.server.ts'

const statusSql = sql`case when v.approved_at is not null then 'approved' when v.refused_at is not null then 'refused'
  else 'waiting' end`

const statusConditions = {
  waiting: sql`v.approved_at is null and v.refused_at is null`,
  approved: sql`v.approved_at is not null`,
  refused: sql`v.refused_at is not null`,
} as const satisfies Record<ReviewStatus, SQL>

export const reviewPicturesJson = sql`
  (select coalesce(json_agg(${pictureJson(sql`'Picture by ' || v.name`)} order by rp.position), '[]')
   from review_pictures rp join pictures m on m.id = rp.picture_id where rp.review_id = v.id)`

const recordJson = sql`json_build_object('id', v.id, 'version', v.version, 'status', ${statusSql}, 'name', v.name,
  'rating', v.rating, 'description', v.description, 'answer', v.answer,
  'createdAt', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'product', json_build_object('productId', p.id, 'name', p.name, 'slug', p.slug, 'categoryId', p.category_id),
  'pictures', ${reviewPicturesJson})`

export async function readReviews(
  db: Db,
  { status, customer, limit, offset }: Omit<ReviewListQuery, 'page' | 'size'> & { limit: number; offset: number },
): Promise<ReviewRecord[]> {
  const rows = await readRows<{ record: ReviewRecord }>(
    db,
    sql`select ${recordJson} as record from reviews v join products p on p.id = v.product_id
        where ${customer ? sql`v.user_id = ${customer}` : statusConditions[status]} order by v.id desc limit ${limit} offset ${offset}`,
  )
  return rows.map(({ record }) => record)
}

/** The row stays locked until the transaction ends. */
export async function lockReview(tx: Db, id: number): Promise<ReviewRecord | undefined> {
  const [row] = await readRows<{ record: ReviewRecord }>(
    tx,
    sql`select ${recordJson} as record from reviews v join products p on p.id = v.product_id
        where v.id = ${id} for update of v`,
  )
  return row?.record
}

export async function updateReview(tx: Db, id: number, { status, answer }: { status: ReviewStatus; answer: string }) {
  await tx.execute(sql`update reviews set answer = ${answer}, version = version + 1,
      approved_at = case when ${status === 'approved'} then coalesce(approved_at, now()) end,
      refused_at = case when ${status === 'refused'} then coalesce(refused_at, now()) end
    where id = ${id}`)
}

/** Returns undefined if the user has already reviewed the product. */
export async function insertReview(
  tx: Db,
  review: typeof reviews.$inferInsert,
  pictureIds: number[],
): Promise<number | undefined> {
  const [stored] = await tx.insert(reviews).values(review).onConflictDoNothing().returning({ id: reviews.id })
  if (!stored) return undefined
  const rows = pictureIds.map((pictureId, position) => ({ reviewId: stored.id, pictureId, position }))
  if (rows.length > 0) await tx.insert(reviewPictures).values(rows)
  return stored.id
}

export async function readOwnReviews(db: Db, userId: string): Promise<OwnReview[]> {
  return readRows<OwnReview>(
    db,
    sql`select v.id, v.product_id as "productId", v.rating, v.description, ${statusSql} as status
        from reviews v where v.user_id = ${userId} order by v.id desc`,
  )
}

export async function hasReviewed(db: Db, userId: string, productId: number): Promise<boolean> {
  return (await db.$count(reviews, sql`${eq(reviews.userId, userId)} and ${eq(reviews.productId, productId)}`)) > 0
}
