import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listFaqs, listTexts, readHomeContent } from '#modules/content/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addPicture, addProducts, product } from '#tests/support/products.ts'
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
describe('content sections', () => {
  test('testimonials are saved as a whole in order, and an outdated version gets 409', async () => {
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
    '%s: an outdated version gets 409 with the current section',
    async (name) => {
      const { version, rows } = (await call(name)).body
      const { status, body } = await call(name, 'PUT', { version: version + 1, rows })
      expect([status, body.current?.version]).toEqual([409, version])
    },
  )

  test('FAQs are saved, and empty ones are rejected', async () => {
    const { version } = (await call('faqs')).body
    await call('faqs', 'PUT', { version, rows: [{ question: 'Where from?', answer: 'From Nepal.' }] })
    expect((await call('faqs')).body.rows).toEqual([{ question: 'Where from?', answer: 'From Nepal.' }])
    expect((await call('faqs', 'PUT', { version: version + 1, rows: [{ question: '', answer: '' }] })).status).toBe(400)
  })

  test('answers and posts show the fees and the return window of the settings', async () => {
    const { version } = (await call('faqs')).body
    const answer = 'It costs {shippingFee} or {shippingFeeInUSD}. Return it within {returnDays} days. {constructor} {x}'
    await call('faqs', 'PUT', { version, rows: [{ question: 'How much?', answer }] })
    const post = { slug: 'fees', title: 'Fees', author: 'Maya', datePosted: '2026-01-01', excerpt: '' }
    await call('posts', 'POST', { ...post, status: 'published', body: 'Only **{shippingFee}**.' })
    const owner = await person(shop, 'Pemba Owner', { role: 'Owner' })
    const { body: settings } = await shop.json('/api/admin/settings', as(owner))
    const change = { ...settings, shippingFee: 250, shippingFeeInUSD: 35.5, returnDays: 10 }
    expect((await shop.json('/api/admin/settings', as(owner, 'PUT', change))).status).toBe(200)
    expect((await listFaqs(shop))[0]?.answer).toBe(
      'It costs Rs 250 or $ 35.50. Return it within 10 days. {constructor} {x}',
    )
    expect((await shop.json('/api/blogs/fees')).body.bodyHtml).toContain('<strong>Rs 250</strong>')
    expect((await call('posts/preview', 'POST', { body: '{shippingFee}' })).body.html).toContain('Rs 250')
    expect((await call('faqs')).body.rows).toEqual([{ question: 'How much?', answer }])
  })

  test('texts store only changed values', async () => {
    const { version, rows } = (await call('texts')).body
    const changed = rows.map((row) => ('key' in row && row.key === 'bulk.lead' ? { ...row, text: 'Ask us.' } : row))
    const { body } = await call('texts', 'PUT', { version, rows: [...changed, { key: 'made.up', text: 'x' }] })
    expect(body.rows.filter((row) => 'isOwn' in row && row.isOwn)).toMatchObject([
      { key: 'bulk.lead', text: 'Ask us.' },
    ])
    expect(await listTexts(shop.db, 'bulk')).toEqual({ lead: 'Ask us.' })
    expect(await readRows(shop.db, sql`select key from page_texts`)).toEqual([{ key: 'bulk.lead' }])
  })

  test('banners are exactly three, each with an optional picture', async () => {
    const { version, rows } = (await call('banners')).body
    expect(rows).toHaveLength(3)
    const largePictureId = await addPicture(shop)
    const newRows = rows.map((row, index) => (index === 1 ? { ...row, title: 'Second', largePictureId } : row))
    expect((await call('banners', 'PUT', { version, rows: newRows })).body.rows[1]).toMatchObject({
      title: 'Second',
      large: { hash: expect.any(String) },
    })
    const { banners, texts } = await readHomeContent(shop.db)
    expect(banners[1]).toMatchObject({ title: 'Second', small: null })
    expect(texts.started).toMatch(/\w/)
    expect((await call('banners', 'PUT', { version: version + 1, rows: newRows.slice(1) })).status).toBe(400)
  })

  const links = ['/shop/crystal?sortBy=priceAsc', 'https://example.com/story', '']
  test('banners have links to pages of the shop or other websites', async () => {
    const { version, rows } = (await call('banners')).body
    const linked = rows.map((row, index) => ({ ...row, link: links[index] }))
    expect((await call('banners', 'PUT', { version, rows: linked })).status).toBe(200)
    expect((await readHomeContent(shop.db)).banners.map(({ link }) => link)).toEqual(links)
  })

  const wrongLinks = ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'shop', 'http://example.com', '/a b']
  test.each(wrongLinks)('the link %s is rejected with a sentence', async (link) => {
    const { version, rows } = (await call('banners')).body
    const { status, body } = await call('banners', 'PUT', { version, rows: rows.map((row) => ({ ...row, link })) })
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'rows.0.link' }, {}, {}] }])
    expect(JSON.stringify(body)).toContain('Please enter a page of the shop, such as /shop/crystal')
  })

  test('the hero is that of the shop until it is changed', async () => {
    const stored = { title: 'Elevated from the Himalayas', text: '', button: 'SHOP NOW', link: '/shop' }
    expect((await readHomeContent(shop.db)).hero).toEqual({ ...stored, large: null, small: null })
    const { version, rows } = (await call('hero')).body
    expect(rows).toMatchObject([stored])
    const own = { title: 'Stones of winter', text: 'New from Mustang.', button: 'SEE THEM', link: '/alpine-collection' }
    const change = { ...own, largePictureId: await addPicture(shop), smallPictureId: null }
    const { status, body } = await call('hero', 'PUT', { version, rows: [change] })
    expect([status, body.rows]).toMatchObject([200, [{ ...own, large: { hash: expect.any(String) }, small: null }]])
    expect((await readHomeContent(shop.db)).hero).toMatchObject({ ...own, large: { hash: expect.any(String) } })
    expect((await call('hero', 'PUT', { version, rows: [change] })).status).toBe(409)
    expect((await call('hero', 'PUT', { version: version + 1, rows: [] })).status).toBe(400)
    expect((await call('hero', 'PUT', { version: version + 1, rows: [{ ...own, title: ' ' }] })).status).toBe(400)
    const gone = { ...change, largePictureId: 99_999 }
    expect((await call('hero', 'PUT', { version: version + 1, rows: [gone] })).status).toBe(400)
  })

  test('synonyms take effect at the next search, for words and phrases', async () => {
    await addProducts(shop, [product({ name: 'Yak Blanket', tags: ['wool blanket'] })])
    const found = async (query: string) =>
      (await shop.json(`/api/product/search?Name=${query}`)).body.products.map(({ name }) => name)
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
  ])('synonyms reject %s', async (_, rows, field) => {
    const { version } = (await call('synonyms')).body
    const { status, body } = await call('synonyms', 'PUT', { version, rows })
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  })

  test('a save raises the shop version', async () => {
    const before = shop.version.generation()
    const { version, rows } = (await call('texts')).body
    await call('texts', 'PUT', {
      version,
      rows: rows.map((row) => ('text' in row ? { ...row, text: `${row.text} Indeed.` } : row)),
    })
    await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), { timeout: 5000 })
  })
})
