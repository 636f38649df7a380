import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { soon } from '#tests/support/cached-shop.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds } from '#tests/support/shopper.ts'
import { formAs, pictureFile } from '#tests/support/uploads.ts'

let shop: TestShop
let tsering: Person
let productId: number
let pictureIds: number[]

beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
  productId = (await findProductIds(shop)).product('ruby-halo-ring')
  pictureIds = await Promise.all(['#aa0000', '#00aa00'].map(upload))
})
afterAll(() => shop.close())

async function upload(color: string): Promise<number> {
  const { body } = await shop.json(
    '/api/admin/pictures',
    formAs(tsering, [['file', await pictureFile('x.png', color)]]),
  )
  return body.pictureId
}

const outline = { left: 0.137, top: 0.288, width: 0.73, height: 0.423, widthMm: 26.05 }
const path = () => `/api/admin/products/${productId}` as const
const read = async () => (await shop.json(path(), as(tsering))).body
const save = async (images: object[]) => {
  const change = editedProduct(await read(), { images })
  return shop.json(path(), as(tsering, 'PUT', change))
}
const pictures = (...outlines: (object | null)[]) =>
  outlines.map((each, index) => ({ pictureId: pictureIds[index], alt: `View ${index + 1}`, outline: each }))
/** Follows a save a moment later, when the new shop version is announced. */
const publicOutlines = async () =>
  (await shop.json('/api/product/ruby-halo-ring')).body.imageUrlList.map((image) => image.outline)

describe('the outline of a product in its picture', () => {
  test('is stored with the picture, and the shop shows it', async () => {
    const { status, body } = await save(pictures(null, outline))
    expect(status).toBe(200)
    expect(body.images.map((image) => image.outline)).toEqual([null, outline])
    await expect.poll(publicOutlines, soon).toEqual([null, outline])
  })

  test('moves with its picture, and is removed', async () => {
    await save(pictures(null, outline).toReversed())
    await expect.poll(publicOutlines, soon).toEqual([outline, null])
    await save(pictures(null, null))
    await expect.poll(publicOutlines, soon).toEqual([null, null])
  })

  test('is empty for a client that does not send it', async () => {
    await save(pictures(outline))
    await save(pictures(null).map(({ pictureId, alt }) => ({ pictureId, alt })))
    await expect.poll(publicOutlines, soon).toEqual([null])
  })

  test('raises the shop version, so that cached pages are rendered again', async () => {
    const version = async () =>
      (await readRows<{ version: string }>(shop.db, sql`select version::text from shop_version`))[0]?.version
    await save(pictures(null))
    const before = await version()
    await save(pictures(outline))
    expect(await version()).not.toBe(before)
  })

  test('is kept by a copy of the product', async () => {
    await save(pictures(outline))
    const { body } = await shop.json(`${path()}/duplicate`, as(tsering, 'POST'))
    expect(body.images.map((image) => image.outline)).toEqual([outline])
  })

  test('is written to the audit log', async () => {
    await save(pictures(null))
    await save(pictures(outline))
    const [entry] = await readRows<{ before: { outlines: object[] }; after: { outlines: object[] } }>(
      shop.db,
      sql`select before, after from audit_log where subject = 'product' order by id desc limit 1`,
    )
    expect([entry?.before.outlines, entry?.after.outlines]).toEqual([[], [{ picture: pictureIds[0], ...outline }]])
  })

  test('conflicts with a change that somebody else saved', async () => {
    const stale = editedProduct(await read(), { images: pictures(null) })
    await save(pictures({ ...outline, widthMm: 30 }))
    const { status, body } = await shop.json(path(), as(tsering, 'PUT', stale))
    expect([status, body.current?.images]).toMatchObject([409, [{ outline: { widthMm: 30 } }]])
  })

  test.each<[string, object, string]>([
    ['a box that leaves the picture on the right', { left: 0.5, width: 0.6 }, 'outline'],
    ['a box that leaves the picture at the bottom', { top: 0.9, height: 0.2 }, 'outline'],
    ['a negative position', { left: -0.1 }, 'outline.left'],
    ['a box without width', { width: 0 }, 'outline.width'],
    ['four decimals', { top: 0.1234 }, 'outline.top'],
    ['a width of 0 mm', { widthMm: 0 }, 'outline.widthMm'],
    ['a width of 200 m', { widthMm: 200_000 }, 'outline.widthMm'],
    ['a width as text', { widthMm: '26' }, 'outline.widthMm'],
  ])('refuses %s and changes nothing', async (_, change, field) => {
    await save(pictures(outline))
    const { status, body } = await save(pictures({ ...outline, ...change }))
    expect([status, body.errors?.[0]?.field]).toEqual([400, `images.0.${field}`])
    expect((await read()).images.map((image) => image.outline)).toEqual([outline])
  })
})
