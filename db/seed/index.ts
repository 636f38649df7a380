import { sql } from 'drizzle-orm'
import { createElement } from 'react'
import { createAccount, type NewAccount } from '#modules/accounts/service.server.ts'
import { addAddress } from '#modules/addresses/service.server.ts'
import type { ProductInput } from '#modules/catalog/schema.ts'
import { addApprovedReviews, createProduct } from '#modules/catalog/service.server.ts'
import { publishBlog, publishFaqs, publishTestimonials } from '#modules/content/service.server.ts'
import { queueMail } from '#modules/email/service.server.ts'
import { ShopReady } from '#modules/email/shop-ready-email.tsx'
import { adoptPicture } from '#modules/media/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { Db } from '#platform/db.server.ts'
import { categories } from '#shared/categories.ts'
import { seedPastOrders } from './past-orders.ts'
import {
  readAddresses,
  readBlogStory,
  readPictures,
  readProductStory,
  readVoices,
  type StoryProduct,
} from './seed-schema.ts'

const dayMs = 24 * 3600 * 1000

type PictureIds = Map<string, number>
type DemoAccount = Omit<NewAccount, 'confirmedAt' | 'passwordHash'> & { password: string }

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = (await db.execute(sql`select not exists (select from users) as empty`)) as unknown as {
    rows: { empty: boolean }[]
  }
  return rows[0]?.empty ?? true
}

/** The same shop each time, in one transaction: a start that is cut off leaves nothing half filled. */
export async function seedDemoShop(shop: Shop, accounts: DemoAccount[], now = new Date()): Promise<void> {
  const products = readProductStory()
  const blogs = readBlogStory()
  const pictures = await adoptPictures(shop, [
    ...products.flatMap((product) => product.pictures.map(({ file }) => file)),
    ...blogs.map(({ picture }) => picture.file),
  ])
  const hashes = await Promise.all(accounts.map(({ password }) => shop.passwords.hash(password)))
  await shop.db.transaction(async (tx) => {
    await seedProducts(tx, products, pictures, now)
    await seedContent(tx, blogs, pictures)
    const people: { id: string; email: string; name: string; role: string }[] = []
    for (const [index, { username, email, name, role }] of accounts.entries()) {
      const passwordHash = hashes[index] ?? null
      const { id } = await createAccount(tx, { username, email, name, role, passwordHash, confirmedAt: now })
      if (role === 'Customer') await seedAddresses(tx, id, name, email)
      people.push({ id, email, name, role })
    }
    const seller = people.find(({ role }) => role === 'Admin')
    for (const { id: userId, email, name, role } of people) {
      if (role === 'Customer' && seller)
        await seedPastOrders(shop, tx, { userId, email, emailConfirmed: true, name }, seller.id, now)
    }
    const owner = accounts.find(({ role }) => role === 'Admin')
    if (owner) {
      const body = createElement(ShopReady, {
        shopName: shop.owner.shopName(),
        ownerName: owner.name,
        siteUrl: shop.settings.siteUrl,
        products: products.length,
      })
      await queueMail(tx, shop, { purpose: 'console', to: owner.email, subject: 'Your shop is open', body })
    }
  })
}

async function seedAddresses(tx: Db, userId: string, name: string, email: string): Promise<void> {
  const [firstName = '', lastName = ''] = name.split(' ')
  for (const address of readAddresses()) await addAddress(tx, userId, { firstName, lastName, email, ...address })
}

/** Before the transaction: copying takes a while, and pictures that nobody uses do no harm. */
async function adoptPictures({ db, files }: Shop, names: string[]): Promise<PictureIds> {
  const made = readPictures()
  const ids: PictureIds = new Map()
  for (const name of new Set(names)) {
    const picture = made.get(name)
    if (picture) ids.set(name, (await adoptPicture(db, files, picture)).id)
  }
  return ids
}

async function seedProducts(tx: Db, products: StoryProduct[], pictures: PictureIds, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const [index, product] of interleave(products).entries()) {
    const createdAt = daysAgo(products.length - index)
    const id = await createProduct(tx, { ...toInput(product, pictures), createdAt })
    const reviews = product.reviews.map(({ name, rating, text, daysAgo: days }) => ({
      name,
      rating,
      description: text,
      createdAt: daysAgo(days),
    }))
    await addApprovedReviews(tx, id, reviews)
  }
}

function toInput(product: StoryProduct, pictures: PictureIds): ProductInput {
  return {
    slug: product.slug,
    name: product.name,
    description: product.description,
    categoryId: categories.find(({ key }) => key === product.category)?.id ?? 1,
    priceNpr: product.nprPaisa,
    priceUsd: product.usdCents,
    stock: product.stock,
    tags: product.tags,
    colors: product.colors,
    sizes: product.sizes,
    attributes: product.choices,
    facts: product.facts,
    images: product.pictures.flatMap(({ file, alt }) => {
      const pictureId = pictures.get(file)
      return pictureId ? [{ pictureId, alt }] : []
    }),
  }
}

/** The newest pieces of a shop come from every shelf, so the categories take turns. */
function interleave(products: StoryProduct[]): StoryProduct[] {
  const shelves = Map.groupBy(products, ({ category }) => category)
  const share = (product: StoryProduct) => {
    const shelf = shelves.get(product.category) ?? []
    return shelf.indexOf(product) / shelf.length
  }
  return products.toSorted((a, b) => share(a) - share(b))
}

async function seedContent(tx: Db, blogs: ReturnType<typeof readBlogStory>, pictures: PictureIds): Promise<void> {
  for (const { picture, ...blog } of blogs.toReversed()) {
    await publishBlog(tx, { ...blog, pictureId: pictures.get(picture.file), pictureAlt: picture.alt })
  }
  const { testimonials, faqs } = readVoices()
  await publishTestimonials(
    tx,
    testimonials.map(({ name, title, text }) => ({ name, title, description: text })),
  )
  await publishFaqs(tx, faqs)
}
