import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listFaqs } from '#modules/content/service.server.ts'
import { listEmails } from '#modules/email/service.server.ts'
import { pictureFile, pictureUrl } from '#modules/media/picture.ts'
import { maxTurnBytes } from '#modules/media/turn.ts'
import { readRows } from '#platform/db.server.ts'
import { categories } from '#shared/categories.ts'
import { tagKey } from '#shared/slugs.ts'
import { isFull } from '#tests/support/full-run.ts'
import { first } from '#tests/support/response-types.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { isEmpty, seedDemoShop } from './index.ts'
import { readTurns } from './seed-schema.ts'

const owner = {
  name: 'Pemba Sherpa',
  username: 'PembaSherpa',
  email: 'owner@alpine.example',
  password: 'Quiet-river-4711',
  role: 'Owner' as const,
}

const customer = {
  name: 'Asha Gurung',
  username: 'AshaGurung',
  email: 'asha@alpine.example',
  password: 'Calm-water-1234',
  role: 'Customer' as const,
}

type Row = Record<string, unknown> & { tag_keys?: string[] }

const rows = <T = Row>({ db }: TestShop, query: ReturnType<typeof sql>) => readRows<T>(db, query)

let shop: TestShop
let products: Row[]
beforeAll(async () => {
  shop = await openTestShop({ passwords: {} })
  await seedDemoShop(shop, [owner])
  products = await rows(shop, sql`select * from products order by created_at desc, id desc`)
})
afterAll(() => shop.close())

const tagged = (tag: string) => products.filter(({ tag_keys }) => tag_keys?.includes(tagKey(tag)))

describe('the seed products', () => {
  test('are 24 crystals, 20 jewellery products and 16 accessories', () => {
    const count = (id: number) => products.filter(({ category_id }) => category_id === id).length
    expect([1, 3, 2].map(count)).toEqual([24, 20, 16])
  })

  test.each(categories.flatMap(({ id, subcategories }) => subcategories.map((tag) => [tag, id] as const)))(
    'include the subcategory %s of its category',
    (tag, id) => {
      expect(tagged(tag).filter(({ category_id }) => category_id === id).length).toBeGreaterThan(0)
    },
  )

  test.each(['Featured', 'popular', 'bestseller', 'collection'])('include the tag %s of the home page', (tag) => {
    expect(tagged(tag).length).toBeGreaterThanOrEqual(2)
  })

  test('include sold-out products and exactly one with a stock of 1', () => {
    expect(products.filter(({ stock }) => stock === 0).length).toBeGreaterThanOrEqual(2)
    expect(products.filter(({ stock }) => stock === 1)).toHaveLength(1)
  })

  test('have all categories among the newest eight', () => {
    expect(new Set(products.slice(0, 8).map(({ category_id }) => category_id)).size).toBe(3)
  })

  test('have a price in both currencies', () => {
    for (const { price_usd, price_npr } of products) {
      expect(Number(price_usd)).toBeGreaterThan(0)
      expect(Number(price_npr)).toBeGreaterThan(Number(price_usd))
    }
  })

  test('have pictures with alt texts and all files', async () => {
    const pictures = await rows<{ slug: string; alt: string; hash: string; widths: number[] }>(
      shop,
      sql`select p.slug, i.alt, m.hash, m.widths from products p
          left join product_images i on i.product_id = p.id left join pictures m on m.id = i.picture_id`,
    )
    expect(new Set(pictures.map(({ slug }) => slug)).size).toBe(products.length)
    for (const { alt, hash, widths } of pictures) {
      expect(alt).toMatch(/\w{3}/)
      for (const width of widths) {
        for (const format of ['avif', 'webp'] as const) {
          expect(await shop.files.exists(pictureUrl(hash, width, format).slice(1))).toBe(true)
        }
      }
    }
  })

  test('can be turned where the studio made the pictures, within 400 KB in each format', async () => {
    const frames = await rows<{ slug: string; hash: string; width: number }>(
      shop,
      sql`select p.slug, m.hash, m.width from products p
          join turn_frames f on f.product_id = p.id join pictures m on m.id = f.picture_id order by p.slug, f.position`,
    )
    const bySlug = Map.groupBy(frames, ({ slug }) => slug)
    expect([...bySlug.keys()]).toEqual([...readTurns().keys()].toSorted())
    for (const [slug, ownFrames] of bySlug) {
      expect(ownFrames.map(({ hash }) => hash)).toEqual(
        readTurns()
          .get(slug)
          ?.map(({ hash }) => hash),
      )
      for (const format of ['avif', 'webp'] as const) {
        const files = ownFrames.map(({ hash, width }) => shop.files.getBytes(pictureFile(hash, width, format)))
        const sizes = (await Promise.all(files)).map(({ length }) => length)
        expect({ slug, format, total: sizes.reduce((sum, size) => sum + size) <= maxTurnBytes }).toEqual({
          slug,
          format,
          total: true,
        })
      }
    }
  })

  test('are listed by the API', async () => {
    const { body } = await shop.json('/api/product')
    expect(body.totalItems).toBe(60)
    const { status } = await shop.fetch(first(first(body.data).imageUrlList).imageURL)
    expect(status).toBe(200)
  })
})

describe('the seed content', () => {
  test('has fourteen blog posts of 300 to 800 words, each with a picture', async () => {
    const blogs = await rows(shop, sql`select slug, body, picture_id, picture_alt from blogs`)
    expect(blogs).toHaveLength(14)
    for (const { slug, body, picture_id, picture_alt } of blogs) {
      const wordCount = String(body).split(/\s+/).filter(Boolean).length
      expect({ slug, enough: wordCount >= 300, notTooMany: wordCount <= 800 }).toEqual({
        slug,
        enough: true,
        notTooMany: true,
      })
      expect([picture_id, picture_alt]).toEqual([expect.any(Number), expect.stringMatching(/\w/)])
    }
    expect((await shop.json('/api/blogs')).body.totalItems).toBe(14)
  })

  test('has eight testimonials and five FAQs', async () => {
    expect((await shop.json('/api/Testimonials')).body.data).toHaveLength(8)
    expect(await listFaqs(shop)).toHaveLength(5)
  })
})

describe('the demo accounts', () => {
  test('are confirmed, with a hashed password that is not in the log', async () => {
    const users = await rows(shop, sql`select * from users`)
    expect(users).toMatchObject([{ email: owner.email, username: owner.username, role: 'Owner' }])
    expect(users[0]?.email_confirmed_at).not.toBeNull()
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(shop.logged()).not.toContain(owner.password)
  })

  test('send a first email to the owner', async () => {
    const settled = () =>
      expect(listEmails(shop.db)).resolves.toMatchObject([{ toAddress: owner.email, status: 'stored' }])
    await vi.waitFor(settled, { timeout: 15_000, interval: 100 })
  })
})

describe.runIf(isFull || databaseKind === 'postgres')('a second demo shop', () => {
  let other: TestShop
  beforeAll(async () => {
    other = await openTestShop()
  })
  afterAll(() => other.close())

  test('is empty before the seed, and not after', async () => {
    expect(await isEmpty(other.db)).toBe(true)
    await seedDemoShop(other, [owner, customer])
    expect(await isEmpty(other.db)).toBe(false)
  })

  test('has a customer with an address in Nepal and one abroad', async () => {
    expect(await rows(other, sql`select country, is_default from addresses order by id`)).toEqual([
      { country: 'Nepal', is_default: true },
      { country: 'United Kingdom', is_default: false },
    ])
  })

  test('has the same products, posts and pictures in the same order', async () => {
    const slugs = async (each: TestShop, table: string) =>
      rows(each, sql`select slug from ${sql.identifier(table)} order by id`)
    for (const table of ['products', 'blogs']) expect(await slugs(other, table)).toEqual(await slugs(shop, table))
    const pictures = (each: TestShop) =>
      rows(each, sql`select hash, width, height, color, widths from pictures order by id`)
    expect(await pictures(other)).toEqual(await pictures(shop))
    const listedSlugs = async (each: TestShop) =>
      (await each.json('/api/product?pageSize=48')).body.data.map(({ slugs: slug }) => slug)
    expect(await listedSlugs(other)).toEqual(await listedSlugs(shop))
  })

  test('cannot be seeded twice', async () => {
    await expect(seedDemoShop(other, [owner])).rejects.toThrow()
    expect(await rows(other, sql`select count(*)::int as count from products`)).toEqual([{ count: 60 }])
  })
})
