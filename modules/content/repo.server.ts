import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import type { Blog, BlogCard, BlogNeighbours, Faq, Testimonial } from './schema.ts'
import { blogs, faqs, testimonials } from './tables.server.ts'

const pictureJson = (alt: SQL) => sql`
  case when m.id is not null then json_build_object('hash', m.hash, 'width', m.width, 'height', m.height,
    'color', m.color, 'widths', m.widths, 'alt', ${alt}::text) end`

const blogCardJson = sql`json_build_object('slug', b.slug, 'title', b.title, 'author', b.author,
  'datePosted', b.date_posted, 'tags', b.tags, 'excerpt', b.excerpt, 'picture', ${pictureJson(sql`b.picture_alt`)})`

async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

export async function readBlogCards(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ total: number; cards: BlogCard[] }> {
  const [row] = await rowsOf<{ total: number; cards: BlogCard[] }>(
    db,
    sql`select (select count(*)::int from blogs) as total,
          (select coalesce(json_agg(card), '[]') from (
             select ${blogCardJson} as card from blogs b left join pictures m on m.id = b.picture_id
             order by b.date_posted desc, b.id desc limit ${limit} offset ${offset}) as page) as cards`,
  )
  return row ?? { total: 0, cards: [] }
}

export async function readBlog(db: Db, slug: string): Promise<Blog | undefined> {
  const [row] = await rowsOf<{ card: BlogCard; body: string }>(
    db,
    sql`select ${blogCardJson} as card, b.body from blogs b left join pictures m on m.id = b.picture_id where b.slug = ${slug}`,
  )
  return row && { ...row.card, body: row.body }
}

/** The posts before and after this one, as time goes. */
export async function readBlogNeighbours(db: Db, slug: string): Promise<BlogNeighbours> {
  const nextTo = (is: SQL, direction: SQL) => sql`
    (select json_build_object('slug', o.slug, 'title', o.title) from blogs o
     where (o.date_posted, o.id) ${is} (b.date_posted, b.id)
     order by o.date_posted ${direction}, o.id ${direction} limit 1)`
  const [row] = await rowsOf<BlogNeighbours>(
    db,
    sql`select ${nextTo(sql`<`, sql`desc`)} as older, ${nextTo(sql`>`, sql`asc`)} as newer
        from blogs b where b.slug = ${slug}`,
  )
  return row ?? { older: null, newer: null }
}

export async function readBlogAddresses(db: Db, limit: number): Promise<{ slug: string; datePosted: string }[]> {
  return db
    .select({ slug: blogs.slug, datePosted: blogs.datePosted })
    .from(blogs)
    .orderBy(desc(blogs.datePosted), desc(blogs.id))
    .limit(limit)
}

export async function readTestimonials(db: Db): Promise<Testimonial[]> {
  return rowsOf<Testimonial>(
    db,
    sql`select t.id, t.name, t.title, t.description, ${pictureJson(sql`t.name`)} as picture
        from testimonials t left join pictures m on m.id = t.picture_id order by t.position`,
  )
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
