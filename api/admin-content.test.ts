import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listTexts, readHomeContent } from '#modules/content/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { product, somePicture, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let tsering: Person
beforeAll(async () => {
  shop = await openTestShop()
  tsering = await person(shop, 'Tsering Staff', { role: 'Staff' })
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

describe('a post', () => {
  test('is a draft until it is published, and then is everywhere', async () => {
    const { status, body } = await call(
      'posts',
      'POST',
      post({ pictureId: await somePicture(shop), pictureAlt: 'A path' }),
    )
    expect([status, body.state]).toEqual([201, 'draft'])
    expect(await published()).toEqual([])
    expect((await shop.json('/api/blogs/a-walk')).status).toBe(404)
    const shown = await call(`posts/${body.postId}`, 'PUT', { ...body, state: 'published' })
    expect(shown.body).toMatchObject({ state: 'published', version: 2, picture: { alt: 'A path' } })
    expect(await published()).toEqual(['a-walk'])
    expect((await call(`posts/${body.postId}`, 'PUT', { ...body, title: 'Late' })).body).toMatchObject({
      current: { version: 2 },
    })
  })

  test('appears when its moment has come, and on no kept page before', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const before = shop.version.generation()
    const { body } = await call('posts', 'POST', post({ slug: 'later', state: 'scheduled', publishAt }))
    expect(body).toMatchObject({ state: 'scheduled' })
    expect(await published()).not.toContain('later')
    const jobs = await readRows<{ at: string | Date }>(
      shop.db,
      sql`select start_after as at from jobs.job where name = 'publish'`,
    )
    expect(jobs.map(({ at }) => new Date(at).toISOString())).toEqual([publishAt])
    // The hour passes.
    await shop.db.execute(sql`update blogs set publish_at = now() where slug = 'later'`)
    await shop.db.execute(sql`update jobs.job set start_after = now() where name = 'publish'`)
    await vi.waitFor(async () => expect(await published()).toContain('later'), { timeout: 20_000, interval: 100 })
    await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before + 2), { timeout: 20_000 })
  })

  test('needs a moment to be scheduled, an address of its own and a picture that exists', async () => {
    expect((await call('posts', 'POST', post({ slug: 'x', state: 'scheduled' }))).body.errors?.[0]?.field).toBe(
      'publishAt',
    )
    expect((await call('posts', 'POST', post())).status).toBe(409)
    expect((await call('posts', 'POST', post({ slug: 'y', pictureId: 99_999 }))).status).toBe(400)
  })

  test('is previewed as it will be shown, script and all inert', async () => {
    const { body } = await call('posts/preview', 'POST', { body: post().body })
    expect(body.html).toContain('<h1>Up</h1>')
    expect(body.html).not.toContain('<script')
  })

  test.each([
    [{ title: '' }, 'Please enter a title.'],
    [{ author: ' ' }, 'Please enter an author.'],
  ])('without %j is rejected in words', async (change, message) => {
    const { status, body } = await call('posts', 'POST', post({ slug: 'unfinished', ...change }))
    expect([status, body.message]).toEqual([400, message])
  })

  test('is found in the list', async () => {
    expect((await call('posts?q=WALK&state=published')).body.rows).toHaveLength(2)
    expect((await call('posts?q=%25')).body.rows).toEqual([])
    expect(await shop.countStatements(() => call('posts?q=walk'))).toBeLessThanOrEqual(3)
  })
})

describe('a sheet', () => {
  test('of testimonials is saved as a whole, in its order, once', async () => {
    const { version } = (await call('testimonials')).body
    const rows = ['Asha', 'Bimal'].map((name) => ({ name, title: 'Patan', description: 'Good.' }))
    expect((await call('testimonials', 'PUT', { version, rows })).body).toMatchObject({
      version: version + 1,
      rows: [{ name: 'Asha' }, { name: 'Bimal' }],
    })
    const { status, body } = await call('testimonials', 'PUT', { version, rows: [] })
    expect([status, body.current?.rows.length]).toEqual([409, 2])
    await call('testimonials', 'PUT', { version: version + 1, rows: rows.toReversed() })
    expect((await shop.json('/api/Testimonials')).body.data).toMatchObject([{ name: 'Bimal' }, { name: 'Asha' }])
  })

  test.each(['texts', 'banners', 'testimonials', 'faqs', 'synonyms'] as const)(
    'of %s that was saved meanwhile is told as it is now',
    async (name) => {
      const { version, rows } = (await call(name)).body
      const { status, body } = await call(name, 'PUT', { version: version + 1, rows })
      expect([status, body.current?.version]).toEqual([409, version])
    },
  )

  test('of questions too', async () => {
    const { version } = (await call('faqs')).body
    await call('faqs', 'PUT', { version, rows: [{ question: 'Where from?', answer: 'From Nepal.' }] })
    expect((await call('faqs')).body.rows).toEqual([{ question: 'Where from?', answer: 'From Nepal.' }])
    expect((await call('faqs', 'PUT', { version: version + 1, rows: [{ question: '', answer: '' }] })).status).toBe(400)
  })

  test('of texts keeps only what is said otherwise', async () => {
    const { version, rows } = (await call('texts')).body
    const changed = rows.map((row) => ('key' in row && row.key === 'bulk.lead' ? { ...row, words: 'Ask us.' } : row))
    const { body } = await call('texts', 'PUT', { version, rows: [...changed, { key: 'made.up', words: 'x' }] })
    expect(body.rows.filter((row) => 'isOwn' in row && row.isOwn)).toMatchObject([
      { key: 'bulk.lead', words: 'Ask us.' },
    ])
    expect(await listTexts(shop.db, 'bulk')).toEqual({ lead: 'Ask us.' })
    expect(await readRows(shop.db, sql`select key from page_texts`)).toEqual([{ key: 'bulk.lead' }])
  })

  test('of banners has three, each with a picture of its own or none', async () => {
    const { version, rows } = (await call('banners')).body
    expect(rows).toHaveLength(3)
    const largePictureId = await somePicture(shop)
    const wanted = rows.map((row, index) => (index === 1 ? { ...row, title: 'Second', largePictureId } : row))
    expect((await call('banners', 'PUT', { version, rows: wanted })).body.rows[1]).toMatchObject({
      title: 'Second',
      large: { hash: expect.any(String) },
    })
    const { banners, texts } = await readHomeContent(shop.db)
    expect(banners[1]).toMatchObject({ title: 'Second', small: null })
    expect(texts.started).toMatch(/\w/)
    expect((await call('banners', 'PUT', { version: version + 1, rows: wanted.slice(1) })).status).toBe(400)
  })

  test('of synonyms takes effect at the next search, by word and by phrase', async () => {
    await stock(shop, [product({ name: 'Yak Blanket', tags: ['wool blanket'] })])
    const found = async (typed: string) =>
      (await shop.json(`/api/product/search?Name=${typed}`)).body.products.map(({ name }) => name)
    expect([await found('throw'), await found('bed+cover')]).toEqual([[], []])
    const { version, rows } = (await call('synonyms')).body
    expect(rows).toContainEqual({ word: 'purse', synonyms: 'handbag, bag' })
    const added = [
      { word: ' Throw ', synonyms: 'Blanket, , plaid,blanket' },
      { word: 'bed covers', synonyms: 'wool blanket' },
    ]
    const saved = await call('synonyms', 'PUT', { version, rows: [...rows, ...added] })
    expect(saved.body.rows).toContainEqual({ word: 'throw', synonyms: 'blanket, plaid' })
    expect([await found('throws'), await found('bed+cover')]).toEqual([['Yak Blanket'], ['Yak Blanket']])
    await call('synonyms', 'PUT', { version: version + 1, rows })
    expect(await found('throw')).toEqual([])
  })

  test.each([
    [
      'a word twice',
      [
        { word: 'throw', synonyms: 'plaid' },
        { word: 'Throw', synonyms: 'rug' },
      ],
      'rows.1.word',
    ],
    ['a word without letters', [{ word: '!', synonyms: 'plaid' }], 'rows.0.word'],
    ['two words in one', [{ word: 'throw, rug', synonyms: 'plaid' }], 'rows.0.word'],
    ['no synonym', [{ word: 'throw', synonyms: ' , ' }], 'rows.0.synonyms'],
  ])('of synonyms refuses %s', async (_, rows, field) => {
    const { version } = (await call('synonyms')).body
    const { status, body } = await call('synonyms', 'PUT', { version, rows })
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  })

  test('raises the version of the shop', async () => {
    const before = shop.version.generation()
    const { version, rows } = (await call('texts')).body
    await call('texts', 'PUT', {
      version,
      rows: rows.map((row) => ('words' in row ? { ...row, words: `${row.words} Indeed.` } : row)),
    })
    await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), { timeout: 5000 })
  })
})
