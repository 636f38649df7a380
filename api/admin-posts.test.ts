import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishDue } from '#modules/content/admin.server.ts'
import { findSharedBlog } from '#modules/content/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addPicture } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let tsering: Person
beforeAll(async () => {
  shop = await openTestShop({ environment: { PAGE_CACHE_MB: '0' } })
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown) =>
  shop.json(`/api/admin/${path}`, as(tsering, method, body))
const post = (change: object = {}) => ({
  slug: 'a-walk',
  title: 'A walk',
  author: 'Maya',
  datePosted: '2026-01-01',
  excerpt: 'Up.',
  body: '# Up\n\n<script>alert(1)</script>',
  ...change,
})
const published = async () => (await shop.json('/api/blogs')).body.data.map(({ slug }) => slug)

describe('blog posts', () => {
  test('are public only after they are published', async () => {
    const { status, body } = await call(
      'posts',
      'POST',
      post({ pictureId: await addPicture(shop), pictureAlt: 'A path' }),
    )
    expect([status, body.status]).toEqual([201, 'draft'])
    expect(await published()).toEqual([])
    expect((await shop.json('/api/blogs/a-walk')).status).toBe(404)
    const saved = await call(`posts/${body.postId}`, 'PUT', { ...body, status: 'published' })
    expect(saved.body).toMatchObject({ status: 'published', version: 2, picture: { alt: 'A path' } })
    expect(await published()).toEqual(['a-walk'])
    expect((await call(`posts/${body.postId}`, 'PUT', { ...body, title: 'Late' })).body).toMatchObject({
      current: { version: 2 },
    })
  })

  test('are published by a job at the scheduled time, which invalidates cached pages', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const before = shop.version.generation()
    const { body } = await call('posts', 'POST', post({ slug: 'later', status: 'scheduled', publishAt }))
    expect(body).toMatchObject({ status: 'scheduled' })
    expect(await published()).not.toContain('later')
    const jobs = await readRows<{ at: string | Date }>(
      shop.db,
      sql`select start_after as at from jobs.job where name = 'publish'`,
    )
    expect(jobs.map(({ at }) => new Date(at).toISOString())).toEqual([publishAt])
    // Simulates that the hour has passed.
    await shop.db.execute(sql`update blogs set publish_at = now() where slug = 'later'`)
    await shop.db.execute(sql`update jobs.job set start_after = now() where name = 'publish'`)
    await vi.waitFor(async () => expect(await published()).toContain('later'), { timeout: 20_000, interval: 100 })
    await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before + 2), { timeout: 20_000 })
  })

  test('cannot be scheduled in the past', async () => {
    const publishAt = new Date(Date.now() - 60_000).toISOString()
    const past = { status: 'scheduled', publishAt }
    const refusal = {
      status: 400,
      body: {
        errors: [
          { field: 'publishAt', description: 'This time has passed. Choose a later time, or publish the post now.' },
        ],
      },
    }
    expect(await call('posts', 'POST', post({ slug: 'too-late', ...past }))).toMatchObject(refusal)
    const { body: draft } = await call('posts', 'POST', post({ slug: 'too-late' }))
    expect(await call(`posts/${draft.postId}`, 'PUT', { ...draft, ...past })).toMatchObject(refusal)
    expect((await call(`posts/${draft.postId}`)).body).toEqual(draft)
  })

  test('that were published at their time are saved from an editor that was open', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const { body: open } = await call('posts', 'POST', post({ slug: 'on-time', status: 'scheduled', publishAt }))
    await shop.db.execute(sql`update blogs set publish_at = date_trunc('second', now()) - interval '1 minute'
      where slug = 'on-time'`)
    await publishDue(shop.db)
    const { body: now } = await call(`posts/${open.postId}`)
    expect(now).toMatchObject({ status: 'published', version: open.version })
    const edit = { ...open, publishAt: now.publishAt, datePosted: '2020-01-01', title: 'A later title' }
    expect(await call(`posts/${open.postId}`, 'PUT', edit)).toMatchObject({
      status: 200,
      body: { status: 'published', title: 'A later title', datePosted: now.datePosted },
    })
  })

  test('that are drafts are read by whoever has their link, until it is revoked', async () => {
    const body = 'It costs {shippingFee} to send.'
    const { body: draft } = await call('posts', 'POST', post({ slug: 'shared', body }))
    expect(draft.shareToken).toBeNull()
    const { body: shared } = await call(`posts/${draft.postId}/link`, 'POST')
    expect(shared).toEqual({ ...draft, shareToken: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await call(`posts/${draft.postId}/link`, 'POST')).body.shareToken).toBe(shared.shareToken)
    expect(await findSharedBlog(shop, shared.shareToken ?? '')).toMatchObject({
      title: draft.title,
      body: 'It costs Rs 100 to send.',
      isPublished: false,
    })
    const saved = await call(`posts/${draft.postId}`, 'PUT', { ...shared, title: 'A second thought' })
    expect(saved.body).toMatchObject({ title: 'A second thought', shareToken: shared.shareToken })
    expect((await call(`posts/${draft.postId}/link`, 'DELETE')).body.shareToken).toBeNull()
    for (const token of [shared.shareToken ?? '', '', 'x', 'x'.repeat(43)])
      await expect(findSharedBlog(shop, token)).rejects.toMatchObject({ code: 'notFound' })
    const { body: next } = await call(`posts/${draft.postId}/link`, 'POST')
    expect(next.shareToken).not.toBe(shared.shareToken)
    const owner = await person(shop, 'Pema Owner', { role: 'Owner' })
    const { body: log } = await shop.json(`/api/admin/audit?subject=post&record=${draft.postId}`, as(owner))
    expect(log.rows.map(({ action }) => action)).toEqual(['shared', 'stopped sharing', 'changed', 'shared', 'written'])
    expect(JSON.stringify(log)).not.toContain(shared.shareToken)
  })

  test('that were published and are drafts again need a new link', async () => {
    const { body: draft } = await call('posts', 'POST', post({ slug: 'taken-back' }))
    const { body: shared } = await call(`posts/${draft.postId}/link`, 'POST')
    const { body: open } = await call(`posts/${draft.postId}`, 'PUT', { ...shared, status: 'published' })
    expect(open.shareToken).toBe(shared.shareToken)
    const { body: closed } = await call(`posts/${draft.postId}`, 'PUT', { ...open, status: 'draft' })
    expect(closed.shareToken).toBeNull()
    await expect(findSharedBlog(shop, shared.shareToken ?? '')).rejects.toMatchObject({ code: 'notFound' })
  })

  test('that are published are not shared by a link', async () => {
    const { body: draft } = await call(
      'posts',
      'POST',
      post({ slug: 'public', title: 'For everyone', status: 'published' }),
    )
    expect((await call(`posts/${draft.postId}/link`, 'POST')).status).toBe(409)
    expect((await call('posts/999999/link', 'POST')).status).toBe(404)
    expect((await call('posts/999999/link', 'DELETE')).status).toBe(404)
  })

  test('need a time if scheduled, a unique slug and an existing picture', async () => {
    expect((await call('posts', 'POST', post({ slug: 'x', status: 'scheduled' }))).body.errors?.[0]?.field).toBe(
      'publishAt',
    )
    expect((await call('posts', 'POST', post())).status).toBe(409)
    expect((await call('posts', 'POST', post({ slug: 'y', pictureId: 99_999 }))).status).toBe(400)
  })

  test('have a preview without executable scripts', async () => {
    const { body } = await call('posts/preview', 'POST', { body: post().body })
    expect(body.html).toContain('<h1>Up</h1>')
    expect(body.html).not.toContain('<script')
  })

  test.each([
    [{ title: '' }, 'Please enter a title.'],
    [{ author: ' ' }, 'Please enter an author.'],
  ])('are rejected with a message if they have %j', async (change, message) => {
    const { status, body } = await call('posts', 'POST', post({ slug: 'unfinished', ...change }))
    expect([status, body.message]).toEqual([400, message])
  })

  test('are found by title and status', async () => {
    expect((await call('posts?q=WALK&status=published')).body.rows).toHaveLength(2)
    expect((await call('posts?q=%25')).body.rows).toEqual([])
    expect(await shop.countStatements(() => call('posts?q=walk'))).toBeLessThanOrEqual(3)
  })
})
