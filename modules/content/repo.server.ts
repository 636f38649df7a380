import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import type { SeoTexts } from '#shared/seo.ts'
import type { Banner, Blog, BlogCard, BlogNeighbours, Faq, Hero, Testimonial } from './contract.ts'
import { blogs, faqs, oldPostSlugs, pageSeo, testimonials } from './tables.server.ts'

const blogCardJson = sql`json_build_object('slug', b.slug, 'title', b.title, 'author', b.author,
  'datePosted', b.date_posted, 'tags', b.tags, 'excerpt', b.excerpt, 'picture', ${pictureJson(sql`b.picture_alt`)})`

export async function readBlogCards(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ total: number; cards: BlogCard[] }> {
  const [row] = await readRows<{ total: number; cards: BlogCard[] }>(
    db,
    sql`select (select count(*)::int from blogs where status = 'published') as total,
          (select coalesce(json_agg(card), '[]') from (
             select ${blogCardJson} as card from blogs b left join pictures m on m.id = b.picture_id
             where b.status = 'published' order by b.date_posted desc, b.id desc limit ${limit} offset ${offset}) as page) as cards`,
  )
  return row ?? { total: 0, cards: [] }
}

export async function readBlog(db: Db, slug: string): Promise<Blog | undefined> {
  const [row] = await readRows<{ card: BlogCard; body: string; seo: SeoTexts }>(
    db,
    sql`select ${blogCardJson} as card, b.body,
          json_build_object('title', b.seo_title, 'description', b.seo_description) as seo
        from blogs b left join pictures m on m.id = b.picture_id
        where b.slug = ${slug} and b.status = 'published'`,
  )
  return row && { ...row.card, body: row.body, seo: row.seo }
}

/** The present slug of a published post that had this slug before. */
export async function readMovedBlog(db: Db, slug: string): Promise<string | undefined> {
  const [found] = await db
    .select({ slug: blogs.slug })
    .from(oldPostSlugs)
    .innerJoin(blogs, eq(blogs.id, oldPostSlugs.postId))
    .where(and(eq(oldPostSlugs.slug, slug), eq(blogs.status, 'published')))
  return found?.slug
}

/** Only pages with texts of the owner. */
export async function readPageSeo(db: Db): Promise<Record<string, SeoTexts>> {
  const rows = await db.select().from(pageSeo)
  return Object.fromEntries(rows.map(({ page, ...texts }) => [page, texts]))
}

/** A shared post, published or not. */
export async function readSharedBlog(
  db: Db,
  token: string,
): Promise<(Omit<Blog, 'seo'> & { isPublished: boolean }) | undefined> {
  const [row] = await readRows<{ card: BlogCard; body: string; isPublished: boolean }>(
    db,
    sql`select ${blogCardJson} as card, b.body, b.status = 'published' as "isPublished"
        from blogs b left join pictures m on m.id = b.picture_id where b.share_token = ${token}`,
  )
  return row && { ...row.card, body: row.body, isPublished: row.isPublished }
}

/** The previous and the next post by date. */
export async function readBlogNeighbours(db: Db, slug: string): Promise<BlogNeighbours> {
  const neighbour = (comparison: SQL, direction: SQL) => sql`
    (select json_build_object('slug', o.slug, 'title', o.title) from blogs o
     where o.status = 'published' and (o.date_posted, o.id) ${comparison} (b.date_posted, b.id)
     order by o.date_posted ${direction}, o.id ${direction} limit 1)`
  const [row] = await readRows<BlogNeighbours>(
    db,
    sql`select ${neighbour(sql`<`, sql`desc`)} as older, ${neighbour(sql`>`, sql`asc`)} as newer
        from blogs b where b.slug = ${slug}`,
  )
  return row ?? { older: null, newer: null }
}

export async function readBlogSlugs(db: Db, limit: number): Promise<{ slug: string; datePosted: string }[]> {
  return db
    .select({ slug: blogs.slug, datePosted: blogs.datePosted })
    .from(blogs)
    .where(eq(blogs.status, 'published'))
    .orderBy(desc(blogs.datePosted), desc(blogs.id))
    .limit(limit)
}

const testimonialColumns = sql`t.id, t.name, t.title, t.description, ${pictureJson(sql`t.name`)} as picture`

export async function readTestimonials(db: Db): Promise<Testimonial[]> {
  return readRows<Testimonial>(
    db,
    sql`select ${testimonialColumns}
        from testimonials t left join pictures m on m.id = t.picture_id order by t.position`,
  )
}

export type HomeContent = {
  testimonials: Testimonial[]
  banners: Banner[]
  /** Null: as it comes with the shop. */
  hero: Hero | null
  texts: Record<string, string>
}

const largeAndSmall = (row: SQL) => sql`
  'large', (select ${pictureJson(sql`''`)} from pictures m where m.id = ${row}.large_picture_id),
  'small', (select ${pictureJson(sql`''`)} from pictures m where m.id = ${row}.small_picture_id)`

/** All content of the home page except its products, in one statement. */
export async function readHome(db: Db, prefix: string): Promise<HomeContent> {
  const [row] = await readRows<HomeContent>(
    db,
    sql`select
          (select coalesce(json_agg(testimonial), '[]') from (
             select ${testimonialColumns} from testimonials t left join pictures m on m.id = t.picture_id
             order by t.position) as testimonial) as testimonials,
          (select coalesce(json_agg(json_build_object('place', b.place, 'title', b.title, 'link', b.link,
                ${largeAndSmall(sql`b`)}) order by b.place), '[]') from banners b) as banners,
          (select json_build_object('title', h.title, 'text', h.text, 'button', h.button, 'link', h.link,
             ${largeAndSmall(sql`h`)}) from hero h) as hero,
          (select coalesce(json_object_agg(key, text), '{}') from page_texts where starts_with(key, ${prefix})) as texts`,
  )
  return row ?? { testimonials: [], banners: [], hero: null, texts: {} }
}

export async function readTexts(db: Db, prefix: string): Promise<Record<string, string>> {
  const rows = await readRows<{ key: string; text: string }>(
    db,
    sql`select key, text from page_texts where starts_with(key, ${prefix})`,
  )
  return Object.fromEntries(rows.map(({ key, text }) => [key, text]))
}

export async function readFaqs(db: Db): Promise<Faq[]> {
  return db.select({ id: faqs.id, question: faqs.question, answer: faqs.answer }).from(faqs).orderBy(asc(faqs.position))
}

export async function insertBlog(db: Db, blog: typeof blogs.$inferInsert): Promise<void> {
  await db.insert(blogs).values(blog)
}

export async function insertTestimonials(db: Db, rows: (typeof testimonials.$inferInsert)[]): Promise<void> {
  await db.insert(testimonials).values(rows)
}

export async function insertFaqs(db: Db, rows: (typeof faqs.$inferInsert)[]): Promise<void> {
  await db.insert(faqs).values(rows)
}
