import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCode } from '#modules/certificates/code.ts'
import { readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { createPhoto } from '#tests/support/large-photo.ts'
import { htmlPage } from '#tests/support/pages.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { pictureUrl } from './picture.ts'
import { uploadPicture } from './service.server.ts'
import { sweepPicture } from './sweep.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ render: async () => htmlPage('Not found', { status: 404 }) })
})
afterAll(() => shop.close())

describe('an uploaded picture', () => {
  const upload = async () => {
    const original = await (await createPhoto(400, 50)).png().toBuffer()
    return uploadPicture(shop, new Blob([new Uint8Array(original)]))
  }
  const exists = async ({ hash, id }: { hash: string; id: number }) => {
    const row = await readRows(shop.db, sql`select from pictures where id = ${id}`)
    const file = await shop.fetch(pictureUrl(hash, 400, 'avif'))
    return [row.length === 1, file.status === 200]
  }

  test('is checked after two days', async () => {
    const { id } = await upload()
    const [job] = await readRows<{ hours: number }>(
      shop.db,
      sql`select round(extract(epoch from start_after - created_on) / 3600)::int as hours from jobs.job
          where name = 'pictures' and data->>'pictureId' = ${String(id)}`,
    )
    expect(job?.hours).toBe(48)
  })

  test('is deleted with its files if nothing uses it', async () => {
    const picture = await upload()
    await sweepPicture(shop, picture.id)
    expect(await exists(picture)).toEqual([false, false])
    await sweepPicture(shop, picture.id)
  })

  const uses = {
    'a testimonial': ({ id }) => sql`insert into testimonials (name, title, description, picture_id, position)
      values ('Maya', '', 'Clear.', ${id}, 0)`,
    'a banner': ({ id }) => sql`insert into banners (place, title, small_picture_id) values (2, 'Snow', ${id})`,
    'the home page': ({ id }) => sql`insert into hero (title, text, button, link, large_picture_id)
      values ('Snow', '', 'SHOP', '/shop', ${id})`,
    'the text of a blog post': ({ hash }) => sql`insert into blogs (slug, title, author, date_posted, excerpt, body)
      values ('shown', 'Shown', 'Maya', now(), '', ${`![](/media/${hash}-400.webp)`})`,
    'a turn': ({ id }) => sql`
      with p as (insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
                 values ('turned', 'Turned', '', 1, 100, 100, 1) returning id)
      insert into turn_frames (product_id, position, picture_id) select p.id, 0, ${id} from p`,
    'an order': ({ hash }) => sql`
      with p as (insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
                 values ('sold', 'Sold', '', 1, 100, 100, 1) returning id),
      o as (insert into orders (id, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at)
            values (${newId()}::uuid, 'USD', 0, 0, 100, 100, '{}', now()) returning id)
      insert into order_lines (order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd,
                               quantity, image_url)
      select o.id, 1, p.id, 'Sold', 'sold', 1, 100, 100, 1, ${`/media/${hash}-400.webp`} from o, p`,
    'a certificate': ({ hash }) => sql`
      with o as (insert into orders (id, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at)
            values (${newId()}::uuid, 'USD', 0, 0, 100, 100, '{}', now()) returning id)
      insert into certificates (code, order_id, position, unit, state_since, sold_at, product_name, image_url, facts)
      select ${newCode()}, o.id, 1, 1, now(), now(), 'Sold', ${`/media/${hash}-400.webp`}, '{}' from o`,
  } satisfies Record<string, (picture: { id: number; hash: string }) => SQL>

  test.each(Object.entries(uses))('is kept if %s uses it', async (_, use) => {
    const picture = await upload()
    await shop.db.execute(use(picture))
    await sweepPicture(shop, picture.id)
    expect(await exists(picture)).toEqual([true, true])
  })

  test('is checked against every table that refers to pictures', async () => {
    const references = await readRows<{ tableName: string }>(
      shop.db,
      sql`select conrelid::regclass::text as "tableName" from pg_constraint where confrelid = 'pictures'::regclass order by 1`,
    )
    expect(references.map(({ tableName }) => tableName)).toEqual([
      'banners',
      'banners',
      'blogs',
      'hero',
      'hero',
      'product_images',
      'review_pictures',
      'testimonials',
      'turn_frames',
    ])
  })
})
