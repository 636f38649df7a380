import { eq, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import { escapeLike } from '#shared/lists.ts'
import type { PostListQuery, PostRecord, PostRow } from './admin-contract.ts'
import { blogs, oldPostSlugs } from './tables.server.ts'

const publishAtColumn = sql`to_char(b.publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "publishAt"`

const rowColumns = sql`b.id as "postId", b.slug, b.title, b.author, b.date_posted::text as "datePosted", b.status, ${publishAtColumn}`

export async function readPosts(
  db: Db,
  { status, q, offset, limit }: PostListQuery & { offset: number; limit: number },
): Promise<PostRow[]> {
  const conditions = [sql`true`]
  if (status) conditions.push(sql`b.status = ${status}`)
  if (q) conditions.push(sql`lower(b.title) like ${`%${escapeLike(q.toLowerCase())}%`}`)
  return readRows<PostRow>(
    db,
    sql`select ${rowColumns} from blogs b where ${sql.join(conditions, sql` and `)}
        order by b.date_posted desc, b.id desc limit ${limit} offset ${offset}`,
  )
}

/** `lock` locks the row until the transaction ends. */
export async function readPost(db: Db, id: number, { lock = false } = {}): Promise<PostRecord | undefined> {
  const [row] = await readRows<PostRecord>(
    db,
    sql`select ${rowColumns}, b.version, b.tags, b.excerpt, b.body, b.picture_id as "pictureId",
          b.picture_alt as "pictureAlt", b.share_token as "shareToken", b.seo_title as "seoTitle", b.seo_description as "seoDescription",
          (select ${pictureJson(sql`b.picture_alt`)} from pictures m where m.id = b.picture_id) as picture
        from blogs b where b.id = ${id}${lock ? sql` for update of b` : sql``}`,
  )
  return row
}

export async function findPostBySlug(db: Db, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: blogs.id }).from(blogs).where(eq(blogs.slug, slug))
  return row?.id
}

/** Links with this slug lead to the post from now on; if the post was not public, only if they led nowhere. */
export async function saveOldPostSlug(tx: Db, slug: string, postId: number, wasPublic: boolean): Promise<void> {
  const insert = tx.insert(oldPostSlugs).values({ slug, postId })
  const target = oldPostSlugs.slug
  await (wasPublic ? insert.onConflictDoUpdate({ target, set: { postId } }) : insert.onConflictDoNothing({ target }))
}

export async function insertPost(tx: Db, post: typeof blogs.$inferInsert): Promise<number> {
  const [row] = await tx.insert(blogs).values(post).returning({ id: blogs.id })
  if (!row) throw new Error('The insert of a post returned no row')
  return row.id
}

export async function updatePost(tx: Db, id: number, post: Partial<typeof blogs.$inferInsert>): Promise<void> {
  await tx
    .update(blogs)
    .set({ ...post, version: sql`${blogs.version} + 1` })
    .where(eq(blogs.id, id))
}

/** The version stays: the link is not part of what an editor saves. */
export async function setShareToken(tx: Db, id: number, shareToken: string | null): Promise<void> {
  await tx.update(blogs).set({ shareToken }).where(eq(blogs.id, id))
}

/**
 * `date_posted` becomes the scheduled date in the shop's time zone. The version stays, so that an open editor can still
 * be saved.
 */
export async function publishDuePosts(db: Db): Promise<void> {
  await db.execute(sql`update blogs set status = 'published',
      date_posted = (publish_at at time zone ${sql.raw(`'${shopTimeZone}'`)})::date
    where status = 'scheduled' and publish_at <= now()`)
}

export async function countPictures(db: Db, ids: number[]): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from pictures where id = any(${`{${ids.join(',')}}`}::int[])`,
  )
  return row?.count ?? 0
}
