import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { slugPattern } from '#shared/slugs.ts'
import type { Blog, BlogPage, Faq } from './contract.ts'
import { defaultHero } from './hero.ts'
import { fillPlaceholders, type ShownSettings } from './placeholders.ts'
import {
  insertFaqs,
  insertTestimonials,
  readBlog,
  readBlogCards,
  readFaqs,
  readHome,
  readMovedBlog,
  readSharedBlog,
  readTexts,
} from './repo.server.ts'
import { type PageTexts, type TextPage, withDefaults } from './texts.ts'

export {
  insertBlog as publishBlog,
  readBlogNeighbours as findBlogNeighbours,
  readBlogSlugs as listBlogSlugs,
  readTestimonials as listTestimonials,
} from './repo.server.ts'

type Shop = { db: Db; ownerSettings: { site(): Promise<ShownSettings> } }

export async function listBlogs(
  db: Db,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<BlogPage> {
  const { total, cards } = await readBlogCards(db, pageSize, (pageNumber - 1) * pageSize)
  return { items: cards, totalItems: total, totalPages: Math.ceil(total / pageSize), pageNumber, pageSize }
}

export async function findBlog({ db, ownerSettings }: Shop, slug: string): Promise<Blog> {
  const blog = slugPattern.test(slug) ? await readBlog(db, slug) : undefined
  if (!blog) throw new ShopError('notFound', 'This blog post is no longer available.')
  return { ...blog, body: fillPlaceholders(blog.body, await ownerSettings.site()) }
}

/** By the secret of its link. */
export async function findSharedBlog({ db, ownerSettings }: Shop, token: string) {
  const blog = /^[\w-]{43}$/.test(token) ? await readSharedBlog(db, token) : undefined
  if (!blog) throw new ShopError('notFound', 'This link does not work any more. Please ask for a new one.')
  return { ...blog, body: fillPlaceholders(blog.body, await ownerSettings.site()) }
}

/** The present slug of a post that had this slug before. */
export async function findMovedBlog(db: Db, slug: string): Promise<string | undefined> {
  return slugPattern.test(slug) ? readMovedBlog(db, slug) : undefined
}

export async function listFaqs({ db, ownerSettings }: Shop): Promise<Faq[]> {
  const [faqs, site] = await Promise.all([readFaqs(db), ownerSettings.site()])
  return faqs.map((faq) => ({ ...faq, answer: fillPlaceholders(faq.answer, site) }))
}

/** The texts of a page: edited by the owner, or the default. */
export async function listTexts<Page extends TextPage>(db: Db, page: Page): Promise<PageTexts<Page>> {
  return withDefaults(page, await readTexts(db, `${page}.`))
}

export async function readHomeContent(db: Db) {
  const { texts, hero, ...content } = await readHome(db, 'home.')
  return {
    ...content,
    hero: hero ?? { ...defaultHero, large: null, small: null },
    texts: withDefaults('home', texts),
  }
}

export function publishTestimonials(
  tx: Db,
  testimonials: { name: string; title: string; description: string }[],
): Promise<void> {
  return insertTestimonials(
    tx,
    testimonials.map((testimonial, position) => ({ ...testimonial, position })),
  )
}

export function publishFaqs(tx: Db, entries: { question: string; answer: string }[]): Promise<void> {
  return insertFaqs(
    tx,
    entries.map((entry, position) => ({ ...entry, position })),
  )
}
