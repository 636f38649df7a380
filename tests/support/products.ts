import type { ProductInput } from '#modules/catalog/product-input.ts'
import { createProduct } from '#modules/catalog/service.server.ts'
import { importPicture } from '#modules/media/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'

const baseProduct: ProductInput = {
  slug: 'plain-stone',
  name: 'Plain Stone',
  description: 'A stone for a test.',
  categoryId: 1,
  priceNpr: 100_00,
  priceUsd: 1_00,
  stock: 5,
  tags: [],
  images: [],
}

/** A product with defaults for everything that the test does not set. */
export function product(overrides: Partial<ProductInput> & { name: string }): ProductInput {
  return {
    ...baseProduct,
    slug: overrides.name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    ...overrides,
  }
}

/** Nine products that many tests share. */
export const sampleProducts: ProductInput[] = [
  product({
    name: 'Clear Quartz Point',
    tags: ['quartz', 'bestseller'],
    priceUsd: 48_00,
    colors: ['clear'],
    description: 'A clear point from the Ganesh Himal.',
    facts: { mineral: 'Quartz', originDistrict: 'Dhading' },
  }),
  product({
    name: 'Smoky Quartz Cluster',
    tags: ['quartz'],
    priceUsd: 96_00,
    colors: ['black', 'grey'],
    sizes: ['large'],
  }),
  product({
    name: 'Pink Tourmaline',
    tags: ['tourmaline', 'Featured'],
    priceUsd: 340_00,
    colors: ['pink'],
    sizes: ['small'],
  }),
  product({ name: 'Aquamarine on Feldspar', tags: ['aquamarine', 'popular'], priceUsd: 420_00, stock: 1 }),
  product({
    name: 'Ruby Halo Ring',
    categoryId: 3,
    tags: ['ring', 'ruby', 'Featured'],
    priceUsd: 1240_00,
    variants: [
      { kind: 'size', value: 'Small', stock: 2 },
      { kind: 'size', value: 'Medium', stock: 0 },
    ],
  }),
  product({
    name: 'Café Noir Bracelet',
    categoryId: 3,
    tags: ['bracelet'],
    priceUsd: 75_00,
    colors: ['black'],
    description: 'Strung in Patan with a clasp named after a quartz trader.',
  }),
  product({
    name: 'Aquamarine Drop Earrings',
    categoryId: 3,
    tags: ['earrings', 'aquamarine'],
    priceUsd: 260_00,
    stock: 0,
  }),
  product({ name: 'Singing Bowl', categoryId: 2, tags: ['home decore'], priceUsd: 168_00 }),
  product({ name: 'Peak Leather Key Ring', categoryId: 2, tags: ['key ring', 'popular'], priceUsd: 38_00 }),
].map((each, day) => ({ ...each, priceNpr: each.priceUsd * 133, createdAt: new Date(Date.UTC(2026, 0, day + 1)) }))

export async function addProducts(shop: Shop, products: ProductInput[] = sampleProducts): Promise<void> {
  await shop.db.transaction(async (tx) => {
    for (const each of products) await createProduct(tx, each)
  })
}

/** Imports a small picture. */
export async function addPicture({ db, files }: Shop, color = '#884422'): Promise<number> {
  const { default: sharp } = await import('sharp')
  const original = await sharp({ create: { width: 500, height: 625, channels: 3, background: color } })
    .png()
    .toBuffer()
  return (await importPicture(db, files, original)).id
}
