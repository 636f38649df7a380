import { date, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'

export const blogs = pgTable('blogs', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  title: text().notNull(),
  author: text().notNull(),
  datePosted: date('date_posted', { mode: 'string' }).notNull(),
  tags: text().array().notNull(),
  excerpt: text().notNull(),
  body: text().notNull(),
  pictureId: integer('picture_id'),
  pictureAlt: text('picture_alt').notNull().default(''),
  status: text('status', { enum: ['draft', 'scheduled', 'published'] })
    .notNull()
    .default('published'),
  publishAt: timestamp('publish_at', { withTimezone: true }),
  seoTitle: text('seo_title').notNull().default(''),
  seoDescription: text('seo_description').notNull().default(''),
  version: integer().notNull().default(1),
  /** Of the link to a draft. */
  shareToken: text('share_token'),
})

export const testimonials = pgTable('testimonials', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  pictureId: integer('picture_id'),
  position: smallint().notNull(),
})

export const faqs = pgTable('faqs', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  question: text().notNull(),
  answer: text().notNull(),
  position: smallint().notNull(),
})

/** URLs that a post had before. */
export const oldPostSlugs = pgTable('old_post_slugs', {
  slug: text().primaryKey(),
  postId: integer('post_id').notNull(),
})

export const pageSeo = pgTable('page_seo', {
  page: text().primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
})
