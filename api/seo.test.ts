import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { soon } from '#tests/support/cached-shop.ts'
import { openPages } from '#tests/support/page-loaders.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let tsering: Person
beforeAll(async () => {
  shop = await openTestShop({ render: openPages(() => shop), environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop, [product({ name: 'Clear Quartz Point' })])
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown) =>
  shop.json(`/api/admin/${path}`, as(tsering, method, body))

const pageText = async (path: string) => (await shop.fetch(path)).text()

describe('texts for search engines', () => {
  test('of a product are saved, read and exported, and kept by a file without them', async () => {
    const { productId } = (await shop.json('/api/product/clear-quartz-point')).body
    const record = (await call(`products/${productId}`)).body
    expect(record).toMatchObject({ seoTitle: '', seoDescription: '' })
    const change = editedProduct(record, {
      seoTitle: '  Clear quartz   from Ganesh Himal ',
      seoDescription: 'A point.',
    })
    expect((await call(`products/${productId}`, 'PUT', change)).body).toMatchObject({
      seoTitle: 'Clear quartz from Ganesh Himal',
      seoDescription: 'A point.',
    })
    expect(await pageText('/shop/crystal/clear-quartz-point')).toContain('Clear quartz from Ganesh Himal')
    const exported = await (await shop.fetch('/api/admin/products/export', as(tsering))).text()
    expect(exported).toMatch(/,seo_title,seo_description,archived\r\n.*,Clear quartz from Ganesh Himal,A point\.,no/)
    const importFile = (file: string) => shop.json('/api/admin/products/import?dryRun=false', csvAs(tsering, file))
    await importFile('slug,name\nclear-quartz-point,Clear Point')
    expect((await call(`products/${productId}`)).body).toMatchObject({
      name: 'Clear Point',
      seoDescription: 'A point.',
    })
    await importFile('slug,seo_title\nclear-quartz-point,From a file')
    expect((await call(`products/${productId}`)).body).toMatchObject({ seoTitle: 'From a file' })
  })

  test('that are too long are rejected with a sentence', async () => {
    const { productId } = (await shop.json('/api/product/clear-quartz-point')).body
    const record = (await call(`products/${productId}`)).body
    const { status, body } = await call(
      `products/${productId}`,
      'PUT',
      editedProduct(record, { seoTitle: 'a'.repeat(121) }),
    )
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'seoTitle' }] }])
  })

  test('of a page are shown after the save, without another statement', async () => {
    const statements = () => shop.countStatements(() => shop.fetch('/learn'))
    const before = await statements()
    const { version, rows } = (await call('seo')).body
    expect(rows).toContainEqual({ page: 'learn', title: '', description: '' })
    const texts = { title: 'Stones and their stories', description: 'Five answers.' }
    const changed = rows.map((row) => (row.page === 'learn' ? { ...row, ...texts } : row))
    const { status, body } = await call('seo', 'PUT', { version, rows: changed })
    expect([status, body.rows]).toEqual([200, changed])
    await expect.poll(() => pageText('/learn'), soon).toContain(texts.title)
    expect(await pageText('/shop')).not.toContain(texts.title)
    expect(await statements()).toBe(before)
    expect((await call('seo', 'PUT', { version, rows: changed })).status).toBe(409)
    const emptied = { version: version + 1, rows: [{ page: 'learn', title: '', description: '' }] }
    expect((await call('seo', 'PUT', emptied)).status).toBe(200)
    await expect.poll(() => pageText('/learn'), soon).not.toContain(texts.title)
  })

  test.each([
    [[{ page: 'checkout', title: 'Pay', description: '' }]],
    [
      [
        { page: 'home', title: 'One', description: '' },
        { page: 'home', title: 'Two', description: '' },
      ],
    ],
  ])('of %o are rejected', async (rows) => {
    const { version } = (await call('seo')).body
    expect((await call('seo', 'PUT', { version, rows })).status).toBe(400)
  })
})

test('the audit log says which page a text for search engines belongs to', async () => {
  const { version } = (await call('seo')).body
  const rows = [{ page: 'shop', title: 'Crystals of Nepal', description: '' }]
  expect((await call('seo', 'PUT', { version, rows })).status).toBe(200)
  const { body } = await call('audit?subject=seo')
  expect(body.rows[0]?.after?.rows).toContainEqual({ page: 'shop', title: 'Crystals of Nepal', description: '' })
})

describe('a post whose URL changes', () => {
  const post = {
    slug: 'first-walk',
    title: 'A walk',
    author: 'Maya',
    datePosted: '2026-01-01',
    excerpt: 'Up.',
    body: 'Up.',
    status: 'published',
  }
  const redirectOf = async (slug: string) => {
    const response = await shop.fetch(`/blogs/${slug}`, { redirect: 'manual' })
    return [response.status, response.headers.get('location')]
  }

  test('redirects from every former URL for good, unless another post has it', async () => {
    const { body } = await call('posts', 'POST', { ...post, seoTitle: 'Walking', seoDescription: 'Uphill.' })
    expect(body).toMatchObject({ seoTitle: 'Walking', seoDescription: 'Uphill.' })
    expect(await pageText('/blogs/first-walk')).toContain('Uphill.')
    const rename = async (slug: string) => {
      const { version } = (await call(`posts/${body.postId}`)).body
      expect((await call(`posts/${body.postId}`, 'PUT', { ...body, slug, version })).status).toBe(200)
    }
    await rename('second-walk')
    await rename('third-walk')
    for (const slug of ['first-walk', 'second-walk']) expect(await redirectOf(slug)).toEqual([301, '/blogs/third-walk'])
    expect((await shop.fetch('/blogs/third-walk')).status).toBe(200)
    expect((await shop.json('/api/blogs/first-walk')).status).toBe(404)

    await call('posts', 'POST', { ...post, slug: 'second-walk', title: 'Another walk' })
    expect(await redirectOf('second-walk')).toEqual([200, null])
    await rename('first-walk')
    expect(await redirectOf('third-walk')).toEqual([301, '/blogs/first-walk'])
    expect(await redirectOf('first-walk')).toEqual([200, null])
  })

  test('keeps the redirect of another post while it is a draft', async () => {
    const { body } = await call('posts', 'POST', { ...post, slug: 'dashain' })
    await call(`posts/${body.postId}`, 'PUT', { ...body, slug: 'dashain-2025' })
    const { body: draft } = await call('posts', 'POST', { ...post, slug: 'dashain', status: 'draft' })
    await call(`posts/${draft.postId}`, 'PUT', { ...draft, slug: 'dashain-2026' })
    expect(await redirectOf('dashain')).toEqual([301, '/blogs/dashain-2025'])
  })

  test('does not lead to a draft', async () => {
    const { body } = await call('posts', 'POST', { ...post, slug: 'hidden-walk' })
    await call(`posts/${body.postId}`, 'PUT', { ...body, slug: 'hidden-path', status: 'draft' })
    expect((await redirectOf('hidden-walk'))[1]).toBeNull()
  })
})
