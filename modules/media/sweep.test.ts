import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { photograph } from '#tests/support/photograph.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { pictureUrl } from './picture.ts'
import { takePicture } from './service.server.ts'
import { sweepPicture } from './sweep.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ render: async () => new Response('Not found', { status: 404 }) })
})
afterAll(() => shop.close())

describe('a picture that was sent and never saved', () => {
  const taken = async () => {
    const original = await (await photograph(400, 50)).png().toBuffer()
    return takePicture(shop, new Blob([new Uint8Array(original)]))
  }
  const isThere = async ({ hash, id }: { hash: string; id: number }) => {
    const row = await readRows(shop.db, sql`select from pictures where id = ${id}`)
    const file = await shop.fetch(pictureUrl(hash, 400, 'avif'))
    return [row.length === 1, file.status === 200]
  }

  test('is looked at after two days', async () => {
    const { id } = await taken()
    const [job] = await readRows<{ hours: number }>(
      shop.db,
      sql`select round(extract(epoch from start_after - created_on) / 3600)::int as hours from jobs.job
          where name = 'pictures' and data->>'pictureId' = ${String(id)}`,
    )
    expect(job?.hours).toBe(48)
  })

  test('goes with its files where nothing shows it', async () => {
    const picture = await taken()
    await sweepPicture(shop, picture.id)
    expect(await isThere(picture)).toEqual([false, false])
    await sweepPicture(shop, picture.id)
  })

  const uses = {
    'a testimonial': ({ id }) => sql`insert into testimonials (name, title, description, picture_id, position)
      values ('Maya', '', 'Clear.', ${id}, 0)`,
    'a banner': ({ id }) => sql`insert into banners (place, title, small_picture_id) values (2, 'Snow', ${id})`,
    'the words of a post': ({ hash }) => sql`insert into blogs (slug, title, author, date_posted, excerpt, body)
      values ('shown', 'Shown', 'Maya', now(), '', ${`![](/media/${hash}-400.webp)`})`,
    'an order': ({ hash }) => sql`
      with p as (insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
                 values ('sold', 'Sold', '', 1, 100, 100, 1) returning id),
      o as (insert into orders (id, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at)
            values (${newId()}::uuid, 'USD', 0, 0, 100, 100, '{}', now()) returning id)
      insert into order_lines (order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd,
                               quantity, image_url)
      select o.id, 1, p.id, 'Sold', 'sold', 1, 100, 100, 1, ${`/media/${hash}-400.webp`} from o, p`,
  } satisfies Record<string, (picture: { id: number; hash: string }) => SQL>

  test.each(Object.entries(uses))('stays where %s shows it', async (_, use) => {
    const picture = await taken()
    await shop.db.execute(use(picture))
    await sweepPicture(shop, picture.id)
    expect(await isThere(picture)).toEqual([true, true])
  })

  test('is asked about wherever a row can name a picture', async () => {
    const named = await readRows<{ place: string }>(
      shop.db,
      sql`select conrelid::regclass::text as place from pg_constraint where confrelid = 'pictures'::regclass order by 1`,
    )
    expect(named.map(({ place }) => place)).toEqual([
      'banners',
      'banners',
      'blogs',
      'product_images',
      'review_pictures',
      'testimonials',
    ])
  })
})
