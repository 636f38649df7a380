import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { frameUrl } from '#modules/media/turn.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { soon } from '#tests/support/cached-shop.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds } from '#tests/support/shopper.ts'
import { addFrames } from '#tests/support/turns.ts'
import { formAs, pictureFile } from '#tests/support/uploads.ts'

let shop: TestShop
let tsering: Person
let ids: Awaited<ReturnType<typeof findProductIds>>
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
  ids = await findProductIds(shop)
})
afterAll(() => shop.close())

const slug = 'clear-quartz-point'
const read = async () => (await shop.json(`/api/admin/products/${ids.product(slug)}`, as(tsering))).body
type Product = Parameters<typeof editedProduct>[0]

const save = (product: Product, turn: { pictureId: number }[]) =>
  shop.json(`/api/admin/products/${product.productId}`, as(tsering, 'PUT', editedProduct(product, { turn })))
const expectShown = (frames: { hash: string }[]) =>
  vi.waitFor(
    async () => expect((await shop.json(`/api/product/${slug}`)).body.turnUrlList).toEqual(urlsOf(frames)),
    soon,
  )
const urlsOf = (frames: { hash: string }[]) => frames.map(({ hash }) => frameUrl(hash, 'webp'))
const shopVersion = async () =>
  (await readRows<{ version: number }>(shop.db, sql`select version::int as version from shop_version`))[0]?.version ?? 0

describe('a frame that is uploaded', () => {
  const upload = async (file: File, use = 'turn') =>
    shop.json(
      '/api/admin/pictures',
      formAs(tsering, [
        ['file', file],
        ['use', use],
      ]),
    )

  test.each([
    [480, 600],
    [1600, 900],
    [900, 1600],
  ])('of %i × %i px is cropped around its middle to 640 × 800', async (width, height) => {
    const { status, body } = await upload(await pictureFile('IMG_1.png', '#884422', { width, height }))
    expect([status, body]).toMatchObject([201, { picture: { width: 640, height: 800, widths: [640] } }])
    for (const format of ['avif', 'webp'] as const) {
      const bytes = Buffer.from(await (await shop.fetch(frameUrl(body.picture.hash, format))).arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 800 })
    }
  })

  test('is refused if it is not a picture, or for another use', async () => {
    expect((await upload(new File(['not a picture'], 'IMG_2.jpg'))).status).toBe(400)
    expect(await upload(await pictureFile(), 'banner')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'use' }] },
    })
  })
})

describe('the turn of a product', () => {
  test('is saved in its order, shown by the API, reversed and removed', async () => {
    await expectShown([])
    const frames = await addFrames(shop.db, 24)
    const saved = await save(await read(), frames)
    expect([saved.status, saved.body.turn]).toEqual([200, frames])
    await expectShown(frames)
    const reversed = await save(saved.body, frames.toReversed())
    await expectShown(frames.toReversed())
    const removed = await save(reversed.body, [])
    expect([removed.status, removed.body.turn]).toEqual([200, []])
    await expectShown([])
  })

  test('is announced to the caches', async () => {
    const product = await read()
    const [frame] = await addFrames(shop.db, 1)
    const before = await shopVersion()
    await shop.db.execute(
      sql`insert into turn_frames (product_id, position, picture_id) values (${product.productId}, 0, ${frame?.pictureId})`,
    )
    await shop.db.execute(sql`delete from turn_frames where product_id = ${product.productId}`)
    expect(await shopVersion()).toBe(before + 2)
  })

  test('that was left out is deleted later, and one that stays is not', async () => {
    const [old, added] = [await addFrames(shop.db, 24), await addFrames(shop.db, 12)]
    const { body } = await save(await read(), old)
    const replaced = await save(body, [...old.slice(0, 12), ...added])
    const jobs = await readRows<{ pictureId: number }>(
      shop.db,
      sql`select (data->>'pictureId')::int as "pictureId" from jobs.job
          where name = 'pictures' and (data->>'pictureId')::int = any(${`{${old.map(({ pictureId }) => pictureId).join(',')}}`}::int[])`,
    )
    expect(jobs.map(({ pictureId }) => pictureId).toSorted((a, b) => a - b)).toEqual(
      old.slice(12).map(({ pictureId }) => pictureId),
    )
    await save(replaced.body, [])
  })

  test('stays when the product is archived or copied, and the copy has it too', async () => {
    const frames = await addFrames(shop.db, 36)
    const { body } = await save(await read(), frames)
    const copy = await shop.json(`/api/admin/products/${body.productId}/duplicate`, as(tsering, 'POST'))
    expect([copy.status, copy.body.turn]).toEqual([201, frames])
    const added = await shop.json(
      '/api/admin/products',
      as(tsering, 'POST', { ...editedProduct(body), slug: 'second-quartz', attributes: [] }),
    )
    expect([added.status, added.body.turn]).toEqual([201, frames])
    await save(body, [])
  })

  test('is in the audit log', async () => {
    const { body } = await save(await read(), await addFrames(shop.db, 24))
    const [entry] = await readRows<{ after: { turn: number[] } }>(
      shop.db,
      sql`select after from audit_log where subject = 'product' order by id desc limit 1`,
    )
    expect(entry?.after.turn).toEqual(body.turn.map(({ pictureId }) => pictureId))
    await save(body, [])
  })

  test('of an older version is refused with the current one', async () => {
    const [own, other] = [await read(), await read()]
    const frames = await addFrames(shop.db, 24)
    const { body } = await save(other, frames)
    const refused = await save(own, await addFrames(shop.db, 30))
    expect([refused.status, refused.body.current?.turn]).toEqual([409, frames])
    await save(body, [])
  })

  const count = 'A turn has 24 to 36 pictures.'
  const gone = 'One of the pictures of the turn no longer exists. Please add the turn again.'
  const otherPicture = async () => {
    const { pictureId } = (await shop.json('/api/admin/pictures', formAs(tsering, [['file', await pictureFile()]])))
      .body
    return [...(await addFrames(shop.db, 23)), { pictureId }]
  }
  test.each<[string, () => Promise<{ pictureId: number }[]>, string]>([
    ['one picture', () => addFrames(shop.db, 1), count],
    ['23 pictures', () => addFrames(shop.db, 23), count],
    ['37 pictures', () => addFrames(shop.db, 37), count],
    ['a picture that does not exist', async () => [...(await addFrames(shop.db, 23)), { pictureId: 999_999 }], gone],
    ['a picture that is no frame', otherPicture, gone],
    [
      'an id that is too large',
      async () => [...(await addFrames(shop.db, 23)), { pictureId: 2 ** 40 }],
      'There is no such picture.',
    ],
  ])('with %s is refused and changes nothing', async (_, make, message) => {
    const before = await read()
    const { status, body } = await save(before, await make())
    expect([status, body]).toMatchObject([400, { errors: [{ description: message }] }])
    expect(await read()).toEqual(before)
  })
})
