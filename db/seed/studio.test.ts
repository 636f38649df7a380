import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pictureFormats } from '#modules/media/picture.ts'
import { projectRoot } from '#platform/root.server.ts'
import { readPictures, readSeedBlogs, readSeedProducts } from './seed-schema.ts'

const settingsSchema = z.record(
  z.string(),
  z.looseObject({
    kind: z.string(),
    shots: z
      .record(z.string(), z.looseObject({ params: z.looseObject({ metal: z.string().optional() }).optional() }))
      .optional(),
  }),
)

const folder = path.join(projectRoot, 'db', 'seed')
const settingsOf = (category: string) =>
  settingsSchema.parse(JSON.parse(readFileSync(path.join(folder, 'studio', `${category}.json`), 'utf8')))

const settings = { ...settingsOf('crystals'), ...settingsOf('jewellery'), ...settingsOf('accessories') }
const products = readSeedProducts()
const shotsOf = (slug: string) => [...new Set(['hero', 'detail', ...Object.keys(settings[slug]?.shots ?? {})])]

test('every product has studio settings and exactly the pictures that the studio renders', () => {
  expect(Object.keys(settings).toSorted()).toEqual(products.map(({ slug }) => slug).toSorted())
  for (const { slug, pictures } of products) {
    expect(pictures.map(({ file }) => file).toSorted()).toEqual(
      shotsOf(slug)
        .map((shot) => `${slug}-${shot}`)
        .toSorted(),
    )
    expect(pictures[0]?.file).toBe(`${slug}-hero`)
  }
})

test('the gallery of a featured product, which skips picture 1, begins with the turned view', () => {
  const featured = products.filter(({ tags }) => tags.includes('Featured'))
  expect(featured.map(({ pictures }) => pictures[1]?.file)).toEqual(featured.map(({ slug }) => `${slug}-turned`))
})

test('the pictures of the ruby halo ring show the gold band that its description names', () => {
  expect(shotsOf('ruby-halo-ring').toSorted()).toEqual(['detail', 'hero', 'turned'])
})

test('no two products have the same studio settings', () => {
  const setups = Object.values(settings).map((each) => JSON.stringify(each))
  expect(new Set(setups).size).toBe(setups.length)
})

test('featured products have at least three pictures, other rings have one in a second metal', () => {
  for (const { slug, tags } of products) {
    const isFeatured = tags.includes('Featured')
    if (isFeatured) expect({ slug, count: shotsOf(slug).length >= 3 }).toEqual({ slug, count: true })
    const metals = Object.values(settings[slug]?.shots ?? {}).filter(({ params }) => params?.metal)
    if (tags.includes('ring')) expect({ slug, metals: metals.length }).toEqual({ slug, metals: isFeatured ? 0 : 1 })
  }
})

test('all picture files exist and are below 60 MB together', () => {
  for (const [name, { widths }] of readPictures()) {
    const files = widths.flatMap((width) => pictureFormats.map((format) => `${name}-${width}.${format}`))
    expect(files.filter((file) => !existsSync(path.join(folder, 'pictures', file)))).toEqual([])
  }
  const sizes = readdirSync(path.join(folder, 'pictures')).map(
    (file) => statSync(path.join(folder, 'pictures', file)).size,
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024 * 1024)
})

test('all pictures are rendered with the current studio settings', () => {
  const missing = execFileSync(process.execPath, [path.join(projectRoot, 'studio', 'run.mjs'), '--list'], {
    encoding: 'utf8',
  })
  expect(missing).toBe('')
  expect([...readPictures().keys()].toSorted()).toEqual(
    [
      ...products.flatMap(({ slug }) => shotsOf(slug).map((shot) => `${slug}-${shot}`)),
      ...readSeedBlogs().map(({ picture }) => picture.file),
    ].toSorted(),
  )
})

test('the first picture and the thumbnails of a product are at most 120 KB', () => {
  const sizeOf = (file: string, width: number) => statSync(path.join(folder, 'pictures', `${file}-${width}.avif`)).size
  for (const { slug, tags, pictures } of products) {
    const shown = pictures.map(({ file }) => file).slice(tags.includes('Featured') ? 1 : 0)
    const thumbnails = shown.reduce((sum, file) => sum + sizeOf(file, 400), 0)
    expect({ slug, fits: sizeOf(shown[0] ?? '', 1200) + thumbnails <= 120 * 1024 }).toEqual({ slug, fits: true })
  }
})
