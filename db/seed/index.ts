import { sql } from 'drizzle-orm'
import { createAccount, type NewAccount } from '#modules/accounts/service.server.ts'
import { addAddress } from '#modules/addresses/service.server.ts'
import type { Outline } from '#modules/catalog/outline.ts'
import type { ProductInput } from '#modules/catalog/product-input.ts'
import { addApprovedReviews, createProduct } from '#modules/catalog/service.server.ts'
import { publishBlog, publishFaqs, publishTestimonials } from '#modules/content/service.server.ts'
import { queueEmail } from '#modules/email/service.server.ts'
import { shopReadyEmail } from '#modules/email/shop-ready-email.tsx'
import { importEncodedPicture } from '#modules/media/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { categories } from '#shared/categories.ts'
import { seedPastOrders } from './past-orders.ts'
import {
  readAddresses,
  readOutlines,
  readPictures,
  readSeedBlogs,
  readSeedProducts,
  readTestimonialsAndFaqs,
  readTurns,
  type SeedProduct,
} from './seed-schema.ts'
import { seedStockAlerts } from './stock-alerts.ts'

const dayMs = 24 * 3600 * 1000

type PictureIds = Map<string, number>
/** By the slug of the product. */
type FrameIds = Map<string, number[]>
type DemoAccount = Omit<NewAccount, 'confirmedAt' | 'passwordHash'> & { password: string }

export async function isEmpty(db: Db): Promise<boolean> {
  return (await readRows(db, sql`select from users limit 1`)).length === 0
}

/** Creates the same shop each time, in one transaction, so that an interrupted start leaves no partial data. */
export async function seedDemoShop(shop: Shop, accounts: DemoAccount[], now = new Date()): Promise<void> {
  const products = readSeedProducts()
  const blogs = readSeedBlogs()
  const pictures = await importPictures(shop, [
    ...products.flatMap((product) => product.pictures.map(({ file }) => file)),
    ...blogs.map(({ picture }) => picture.file),
  ])
  const frames = await importTurns(shop)
  const hashes = await Promise.all(accounts.map(({ password }) => shop.passwords.hash(password)))
  await shop.db.transaction(async (tx) => {
    await seedProducts(tx, products, pictures, frames, now)
    await seedContent(tx, blogs, pictures)
    const created: { id: string; email: string; name: string; role: string }[] = []
    for (const [index, { username, email, name, role }] of accounts.entries()) {
      const passwordHash = hashes[index] ?? null
      const { id } = await createAccount(tx, { username, email, name, role, passwordHash, confirmedAt: now })
      if (role === 'Customer') await seedAddresses(tx, id, name, email)
      created.push({ id, email, name, role })
    }
    const seller = created.find(({ role }) => role === 'Owner')
    for (const { id: userId, email, name, role } of created) {
      if (role === 'Customer') await seedStockAlerts(shop, tx, { userId, email })
      if (role === 'Customer' && seller)
        await seedPastOrders(
          shop,
          tx,
          { userId, email, emailConfirmed: true, name },
          { userId: seller.id, name: seller.name },
          now,
        )
    }
    const owner = created.find(({ role }) => role === 'Owner')
    if (owner) {
      await queueEmail(tx, shop, { purpose: 'console', to: owner.email }, shopReadyEmail, {
        shopName: shop.ownerSettings.shopName(),
        ownerName: owner.name,
        siteUrl: shop.settings.siteUrl,
        products: products.length,
      })
    }
  })
}

async function seedAddresses(tx: Db, userId: string, name: string, email: string): Promise<void> {
  const [firstName = '', lastName = ''] = name.split(' ')
  for (const address of readAddresses()) await addAddress(tx, userId, { firstName, lastName, email, ...address })
}

/** Runs before the transaction, because copying is slow and unused pictures are harmless. */
async function importPictures({ db, files }: Shop, names: string[]): Promise<PictureIds> {
  const encodedPictures = readPictures()
  const ids: PictureIds = new Map()
  for (const name of new Set(names)) {
    const picture = encodedPictures.get(name)
    if (picture) ids.set(name, (await importEncodedPicture(db, files, picture)).id)
  }
  return ids
}

async function importTurns({ db, files }: Shop): Promise<FrameIds> {
  const ids: FrameIds = new Map()
  for (const [slug, frames] of readTurns()) {
    const imported: number[] = []
    for (const frame of frames) imported.push((await importEncodedPicture(db, files, frame)).id)
    ids.set(slug, imported)
  }
  return ids
}

async function seedProducts(
  tx: Db,
  products: SeedProduct[],
  pictures: PictureIds,
  frames: FrameIds,
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const outlines = readOutlines()
  for (const [index, product] of interleave(products).entries()) {
    const createdAt = daysAgo(products.length - index)
    const id = await createProduct(tx, {
      ...toInput(product, pictures, outlines),
      turn: (frames.get(product.slug) ?? []).map((pictureId) => ({ pictureId })),
      createdAt,
    })
    const reviews = product.reviews.map(({ name, rating, text, daysAgo: days }) => ({
      name,
      rating,
      description: text,
      createdAt: daysAgo(days),
    }))
    await addApprovedReviews(tx, id, reviews)
  }
}

function toInput(product: SeedProduct, pictures: PictureIds, outlines: Map<string, Outline>): ProductInput {
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
    variants: product.variants,
    facts: product.facts,
    images: product.pictures.flatMap(({ file, alt }) => {
      const pictureId = pictures.get(file)
      return pictureId ? [{ pictureId, alt, outline: outlines.get(file) ?? null }] : []
    }),
  }
}

/** Mixes the categories evenly, so that the newest products are from all of them. */
function interleave(products: SeedProduct[]): SeedProduct[] {
  const byCategory = Map.groupBy(products, ({ category }) => category)
  const relativePosition = (product: SeedProduct) => {
    const sameCategory = byCategory.get(product.category) ?? []
    return sameCategory.indexOf(product) / sameCategory.length
  }
  return products.toSorted((a, b) => relativePosition(a) - relativePosition(b))
}

async function seedContent(tx: Db, blogs: ReturnType<typeof readSeedBlogs>, pictures: PictureIds): Promise<void> {
  for (const { picture, ...blog } of blogs.toReversed()) {
    await publishBlog(tx, { ...blog, pictureId: pictures.get(picture.file), pictureAlt: picture.alt })
  }
  const { testimonials, faqs } = readTestimonialsAndFaqs()
  await publishTestimonials(
    tx,
    testimonials.map(({ name, title, text }) => ({ name, title, description: text })),
  )
  await publishFaqs(tx, faqs)
}
