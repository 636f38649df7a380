import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { addressInputSchema } from '#modules/addresses/contract.ts'
import { factsSchema, variantKinds } from '#modules/catalog/contract.ts'
import type { Outline } from '#modules/catalog/outline.ts'
import type { PictureFormat } from '#modules/media/picture.ts'
import type { EncodedPicture } from '#modules/media/service.server.ts'
import { maxFrames, minFrames } from '#modules/media/turn.ts'
import { projectRoot } from '#platform/root.server.ts'
import type { CategoryKey } from '#shared/categories.ts'
import { slugPattern } from '#shared/slugs.ts'

const folder = path.join(projectRoot, 'db', 'seed')

const text = z.string().min(1)
const picture = z.strictObject({ file: text, alt: text })

/** Schemas of the seed files. Money is in minor units. */
const productSchema = z.strictObject({
  slug: z.string().regex(slugPattern),
  name: text,
  description: text,
  usdCents: z.int().positive(),
  nprPaisa: z.int().positive(),
  stock: z.int().min(0),
  tags: z.array(text).min(1),
  colors: z.array(text).optional(),
  sizes: z.array(text).optional(),
  variants: z
    .array(z.strictObject({ kind: z.enum(variantKinds), value: text, measure: text.optional(), stock: z.int().min(0) }))
    .optional(),
  facts: z.strictObject(factsSchema.shape).partial().required({ originDistrict: true, treatment: true }),
  pictures: z.array(picture).min(1),
  reviews: z
    .array(z.strictObject({ name: text, rating: z.int().min(1).max(5), daysAgo: z.int().positive(), text }))
    .default([]),
})

const blogSchema = z.strictObject({
  slug: z.string().regex(slugPattern),
  title: text,
  author: text,
  datePosted: z.iso.date(),
  tags: z.array(text),
  excerpt: text,
  picture,
})

const encodedPictureSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{24}$/),
  width: z.int().positive(),
  height: z.int().positive(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  widths: z.array(z.int().positive()).min(1),
})

const encodedTurnSchema = z.object({
  ...encodedPictureSchema.omit({ hash: true, widths: true }).shape,
  frames: z.array(encodedPictureSchema.shape.hash).min(minFrames).max(maxFrames),
})

/** Left, top, width and height as parts of the picture, and the width in millimeters. */
const outlineSchema = z.object({
  outline: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]).optional(),
})

const testimonialsAndFaqsSchema = z.strictObject({
  testimonials: z.array(z.strictObject({ name: text, title: text, text })),
  faqs: z.array(z.strictObject({ question: text, answer: text })),
})

export type SeedProduct = z.infer<typeof productSchema> & { category: CategoryKey }

function read<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  return schema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
}

export function readSeedProducts(): SeedProduct[] {
  const files: [CategoryKey, string][] = [
    ['crystal', 'crystals.json'],
    ['jewellery', 'jewellery.json'],
    ['accessory', 'accessories.json'],
  ]
  return files.flatMap(([category, file]) =>
    read(file, z.array(productSchema)).map((product) => ({ ...product, category })),
  )
}

export function readSeedBlogs() {
  return read('blogs.json', z.array(blogSchema)).map((blog) => ({
    ...blog,
    body: readFileSync(path.join(folder, 'blogs', `${blog.slug}.md`), 'utf8'),
  }))
}

export const readTestimonialsAndFaqs = () => read('testimonials-and-faqs.json', testimonialsAndFaqsSchema)

export const readAddresses = () => read('addresses.json', z.array(addressInputSchema))

/** Pictures encoded by the studio in advance, because encoding at the first start would take minutes. */
export function readPictures(): Map<string, EncodedPicture> {
  const pictures = Object.entries(read('pictures.json', z.record(text, encodedPictureSchema)))
  return new Map(pictures.map(([name, picture]) => [name, { ...picture, read: reader(name) }]))
}

const turnsFile = 'turns.json'

/** The frames of each product with a turn, by its slug; none without the file. */
export function readTurns(): Map<string, EncodedPicture[]> {
  if (!existsSync(path.join(folder, turnsFile))) return new Map()
  const turns = Object.entries(read(turnsFile, z.record(text, encodedTurnSchema)))
  return new Map(
    turns.map(([slug, { frames, width, height, color }]) => [
      slug,
      frames.map((hash, index) => ({ hash, width, height, color, widths: [width], read: frameReader(slug, index) })),
    ]),
  )
}

const frameReader = (slug: string, index: number) => (_: number, format: PictureFormat) =>
  readFile(path.join(folder, 'turns', slug, `${String(index).padStart(2, '0')}.${format}`))

/** The boxes around the products in their pictures. */
export function readOutlines(): Map<string, Outline> {
  const pictures = Object.entries(read('pictures.json', z.record(text, outlineSchema)))
  return new Map(
    pictures.flatMap(([name, { outline }]) => {
      if (!outline) return []
      const [left, top, width, height, widthMm] = outline
      return [[name, { left, top, width, height, widthMm }] as const]
    }),
  )
}

const reader = (name: string) => (width: number, format: PictureFormat) =>
  readFile(path.join(folder, 'pictures', `${name}-${width}.${format}`))
