import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import { newSecret } from '#shared/secrets.ts'
import type { NewPost, PostChange, PostListQuery, PostRecord, PostRow } from './admin-contract.ts'
import {
  countPictures,
  findPostBySlug,
  insertPost,
  publishDuePosts,
  readPost,
  readPosts,
  saveOldPostSlug,
  setShareToken,
  updatePost,
} from './admin-repo.server.ts'

export const publishQueue = 'publish'

export type StaffMember = { userId: string; name: string }
type PostContext = { db: Db; jobs: Jobs }

const subject = 'post'
const postNotFound = () => new ShopError('notFound', 'There is no such post.')

export async function listPosts(db: Db, query: PostListQuery): Promise<ListPage<PostRow>> {
  return toListPage(await readPosts(db, { ...query, ...offsetAndLimit(query) }), query)
}

export async function readPostRecord(db: Db, id: number): Promise<PostRecord> {
  const post = await readPost(db, id)
  if (!post) throw postNotFound()
  return post
}

export function addPost({ db, jobs }: PostContext, actor: StaffMember, post: NewPost): Promise<PostRecord> {
  return db.transaction(async (tx) => {
    refusePastTime(post)
    await checkSlugAndPicture(tx, post)
    const id = await insertPost(tx, columnsOf(post))
    await schedulePublishing(tx, jobs, post)
    const record = await readPostRecord(tx, id)
    await recordChange(tx, actor, { action: 'written', subject, subjectId: id, after: auditValues(record) })
    return record
  })
}

export function changePost(
  { db, jobs }: PostContext,
  actor: StaffMember,
  id: number,
  { version, ...sent }: PostChange,
): Promise<PostRecord> {
  return db.transaction(async (tx) => {
    const before = await readPost(tx, id, { lock: true })
    if (!before) throw postNotFound()
    if (before.version !== version) throw editConflict(before)
    const post = isPublishedMeanwhile(before, sent)
      ? { ...sent, status: before.status, datePosted: before.datePosted }
      : sent
    refusePastTime(post)
    await checkSlugAndPicture(tx, post, id)
    await updatePost(tx, id, columnsOf(post))
    // Whoever has the link of the draft must not see the post that is no longer public.
    if (before.status === 'published' && post.status !== 'published') await setShareToken(tx, id, null)
    if (post.slug !== before.slug) await saveOldPostSlug(tx, before.slug, id, before.status === 'published')
    await schedulePublishing(tx, jobs, post)
    const record = await readPostRecord(tx, id)
    const action = record.status === before.status ? 'changed' : record.status
    await recordChange(tx, actor, {
      action,
      subject,
      subjectId: id,
      before: auditValues(before),
      after: auditValues(record),
    })
    return record
  })
}

/** The job published the scheduled post while it was open in an editor. */
function isPublishedMeanwhile(before: PostRecord, { status, publishAt }: NewPost): boolean {
  if (before.status !== 'published' || status !== 'scheduled' || !before.publishAt || !publishAt) return false
  return Date.parse(publishAt) === Date.parse(before.publishAt)
}

function refusePastTime({ status, publishAt }: NewPost): void {
  if (status !== 'scheduled' || !publishAt || Date.parse(publishAt) > Date.now()) return
  const description = 'This time has passed. Choose a later time, or publish the post now.'
  throw new ShopError('invalid', description, { details: [{ code: 'Invalid', field: 'publishAt', description }] })
}

/** Whoever has the link can read the draft until it is published or the link is revoked. */
export function shareDraft(db: Db, actor: StaffMember, id: number): Promise<PostRecord> {
  return db.transaction(async (tx) => {
    const before = await readPost(tx, id, { lock: true })
    if (!before) throw postNotFound()
    if (before.status === 'published')
      throw new ShopError('conflict', 'This post is published. Share its page in the shop.')
    if (before.shareToken) return before
    await setShareToken(tx, id, newSecret())
    await recordChange(tx, actor, { action: 'shared', subject, subjectId: id })
    return readPostRecord(tx, id)
  })
}

export function unshareDraft(db: Db, actor: StaffMember, id: number): Promise<PostRecord> {
  return db.transaction(async (tx) => {
    const before = await readPost(tx, id, { lock: true })
    if (!before) throw postNotFound()
    if (!before.shareToken) return before
    await setShareToken(tx, id, null)
    await recordChange(tx, actor, { action: 'stopped sharing', subject, subjectId: id })
    return readPostRecord(tx, id)
  })
}

/** Safe to call early or twice: only due posts change. */
export function publishDue(db: Db): Promise<void> {
  return publishDuePosts(db)
}

/** Cached pages do not depend on the time, so a job publishes the post when it is due. */
async function schedulePublishing(tx: Db, jobs: Jobs, { status, publishAt }: NewPost): Promise<void> {
  if (status === 'scheduled' && publishAt) await jobs.enqueue(tx, publishQueue, {}, { notBefore: new Date(publishAt) })
}

function columnsOf({ publishAt, status, ...post }: NewPost) {
  return { ...post, status, publishAt: status === 'scheduled' && publishAt ? new Date(publishAt) : null }
}

async function checkSlugAndPicture(tx: Db, { slug, pictureId }: NewPost, ownId?: number): Promise<void> {
  const existingId = await findPostBySlug(tx, slug)
  if (existingId !== undefined && existingId !== ownId) {
    const description = 'Another post already has this URL.'
    throw new ShopError('conflict', description, { details: [{ code: 'DuplicateSlug', field: 'slug', description }] })
  }
  await refuseUnknownPictures(tx, [pictureId])
}

export async function refuseUnknownPictures(tx: Db, pictureIds: (number | null)[]): Promise<void> {
  const ids = [...new Set(pictureIds.filter((id) => id !== null))]
  if (ids.length > 0 && (await countPictures(tx, ids)) < ids.length) {
    const description = 'One of the pictures no longer exists. Please add it again.'
    throw new ShopError('invalid', description, { details: [{ code: 'Invalid', field: 'pictureId', description }] })
  }
}

/** The audit log stores the length of the body instead of its text, to stay small. */
function auditValues({ version: _, picture: __, shareToken: ___, body, ...post }: PostRecord): Record<string, unknown> {
  return { ...post, characters: body.length }
}
