import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type Listed, pageOf, windowOf } from '#shared/lists.ts'
import {
  countPictures,
  insertPost,
  postWithSlug,
  publishDuePosts,
  readPost,
  readPosts,
  updatePost,
} from './admin-repo.server.ts'
import type { NewPost, PostChange, PostListQuery, PostRecord, PostRow } from './admin-schema.ts'

export const publishQueue = 'publish'

export type Writer = { userId: string; name: string }
type Desk = { db: Db; jobs: Jobs }

const subject = 'post'
const missing = () => new ShopError('notFound', 'There is no such post.')

export async function listPosts(db: Db, query: PostListQuery): Promise<Listed<PostRow>> {
  return pageOf(await readPosts(db, { ...query, ...windowOf(query) }), query)
}

export async function readPostRecord(db: Db, id: number): Promise<PostRecord> {
  const post = await readPost(db, id)
  if (!post) throw missing()
  return post
}

export function addPost({ db, jobs }: Desk, writer: Writer, post: NewPost): Promise<PostRecord> {
  return db.transaction(async (tx) => {
    await refuseTaken(tx, post)
    const id = await insertPost(tx, columnsOf(post))
    await awaitMoment(tx, jobs, post)
    const record = await readPostRecord(tx, id)
    await recordChange(tx, writer, { action: 'written', subject, subjectId: id, after: told(record) })
    return record
  })
}

export function changePost(
  { db, jobs }: Desk,
  writer: Writer,
  id: number,
  { version, ...post }: PostChange,
): Promise<PostRecord> {
  return db.transaction(async (tx) => {
    const before = await readPost(tx, id, { lock: true })
    if (!before) throw missing()
    if (before.version !== version) throw editConflict(before)
    await refuseTaken(tx, post, id)
    await updatePost(tx, id, columnsOf(post))
    await awaitMoment(tx, jobs, post)
    const record = await readPostRecord(tx, id)
    const action = record.state === before.state ? 'changed' : record.state
    await recordChange(tx, writer, { action, subject, subjectId: id, before: told(before), after: told(record) })
    return record
  })
}

/** What is due appears; asked too early, or twice, nothing happens. */
export function publishDue(db: Db): Promise<void> {
  return publishDuePosts(db)
}

/** Kept pages are for everybody and know no clock, so a job puts the post into the shop when its moment comes. */
async function awaitMoment(tx: Db, jobs: Jobs, { state, publishAt }: NewPost): Promise<void> {
  if (state === 'scheduled' && publishAt) await jobs.enqueue(tx, publishQueue, {}, { notBefore: new Date(publishAt) })
}

function columnsOf({ publishAt, state, ...post }: NewPost) {
  return { ...post, state, publishAt: state === 'scheduled' && publishAt ? new Date(publishAt) : null }
}

async function refuseTaken(tx: Db, { slug, pictureId }: NewPost, own?: number): Promise<void> {
  const owner = await postWithSlug(tx, slug)
  if (owner !== undefined && owner !== own) {
    const description = 'Another post has this address already.'
    throw new ShopError('conflict', description, { details: [{ code: 'DuplicateSlug', field: 'slug', description }] })
  }
  await refuseUnknownPictures(tx, [pictureId])
}

export async function refuseUnknownPictures(tx: Db, given: (number | null)[]): Promise<void> {
  const ids = [...new Set(given.filter((id) => id !== null))]
  if (ids.length > 0 && (await countPictures(tx, ids)) < ids.length) {
    const description = 'One of the pictures is no longer here. Please add it again.'
    throw new ShopError('invalid', description, { details: [{ code: 'Invalid', field: 'pictureId', description }] })
  }
}

/** A log of every letter would be longer than the posts: of the body it keeps the length. */
function told({ version: _, picture: __, body, ...post }: PostRecord): Record<string, unknown> {
  return { ...post, letters: body.length }
}
