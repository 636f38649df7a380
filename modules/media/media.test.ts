import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPhoto } from '#tests/support/large-photo.ts'
import { htmlPage } from '#tests/support/pages.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { pictureUrl, shareFile, shareUrl } from './picture.ts'
import { importPicture } from './service.server.ts'
import { sweepPicture } from './sweep.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ render: async () => htmlPage('Not found', { status: 404 }) })
})
afterAll(() => shop.close())

const store = (original: Buffer) => importPicture(shop.db, shop.files, original)

async function served(url: string): Promise<Buffer> {
  const response = await shop.fetch(url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('an imported picture', () => {
  test('is re-encoded without its location and camera metadata', async () => {
    const exifData = { IFD0: { Make: 'Yeti Optics' }, IFD3: { GPSLatitude: '27/1 59/1 17/1' } }
    const original = await (await createPhoto(500, 80)).jpeg().withExif(exifData).withIccProfile('p3').toBuffer()
    expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('Yeti Optics')
    const { hash } = await store(original)
    for (const format of ['avif', 'webp'] as const) {
      const bytes = await served(pictureUrl(hash, 400, format))
      const { exif, icc, xmp, iptc } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc }).toEqual({})
      expect(bytes.toString('latin1')).not.toContain('Yeti Optics')
    }
  })

  test('is rotated according to its orientation tag', async () => {
    const rotated = await (await createPhoto(600, 400)).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await store(rotated)).toMatchObject({ width: 400, height: 600, widths: [400] })
  })

  test.each([
    [300, [300]],
    [400, [400]],
    [900, [400, 800, 900]],
    [2000, [400, 800, 1200]],
  ])('of %i px is encoded in the widths %j and never enlarged', async (width, widths) => {
    const picture = await store(await (await createPhoto(width, 200)).png().toBuffer())
    expect(picture).toMatchObject({ width, height: 200, widths })
    for (const encodedWidth of widths) {
      for (const format of ['avif', 'webp'] as const) {
        expect((await sharp(await served(pictureUrl(picture.hash, encodedWidth, format))).metadata()).width).toBe(
          encodedWidth,
        )
      }
    }
  })

  test('has its mean color as a placeholder', async () => {
    const original = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#884422' } })
      .png()
      .toBuffer()
    expect((await store(original)).color).toBe('#884422')
  })

  test('that is imported twice is stored once', async () => {
    const original = await (await createPhoto(420, 60)).png().toBuffer()
    const [first, second] = [await store(original), await store(original)]
    expect(second).toEqual(first)
    const other = await (await createPhoto(421, 60)).png().toBuffer()
    const ids = (await Promise.all([store(other), store(other)])).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
  })

  test('is encoded again if its files are missing', async () => {
    const original = await (await createPhoto(410, 60)).png().toBuffer()
    const { id, hash } = await store(original)
    await shop.files.delete(`media/${hash}-400.webp`)
    expect((await store(original)).id).toBe(id)
    expect(await served(pictureUrl(hash, 400, 'webp'))).not.toHaveLength(0)
  })
})

describe('a share picture', () => {
  const pixel = async (bytes: Buffer, left: number) => {
    const { data } = await sharp(bytes)
      .extract({ left, top: 315, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data]
  }
  const plainPicture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()

  test('is a JPEG of 1200 by 630 that shows the whole of a portrait picture', async () => {
    const { hash } = await store(await plainPicture(800, 1000))
    const response = await shop.fetch(shareUrl(hash))
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    for (const left of [5, 600, 1195]) expect((await pixel(bytes, left))[2]).toBeGreaterThan(140)
    const rightBorder = { top: 0, bottom: 0, left: 0, right: 100, background: '#993333' }
    const twoColors = await sharp(await plainPicture(700, 1000))
      .extend(rightBorder)
      .png()
      .toBuffer()
    const whole = await served(shareUrl((await store(twoColors)).hash))
    expect((await pixel(whole, 5))[2]).toBeGreaterThan(140)
    expect((await pixel(whole, 1195))[0]).toBeGreaterThan(140)
  })

  test('is filled by a landscape picture', async () => {
    const { hash } = await store(await plainPicture(900, 600))
    expect((await pixel(await served(shareUrl(hash)), 5))[0]).toBeLessThan(60)
  })

  test('is created once, stored, and deleted with its picture', async () => {
    const { hash, id } = await store(await plainPicture(700, 701))
    const puts: string[] = []
    const { put } = shop.files
    shop.files.put = (name, ...rest) => {
      puts.push(name)
      return put.call(shop.files, name, ...rest)
    }
    try {
      await Promise.all([1, 2, 3].map(() => served(shareUrl(hash))))
      await served(shareUrl(hash))
    } finally {
      shop.files.put = put
    }
    expect(puts).toEqual([shareFile(hash)])
    await sweepPicture(shop, id)
    expect(await shop.files.exists(shareFile(hash))).toBe(false)
    expect((await shop.fetch(shareUrl(hash))).status).toBe(404)
  })

  test('counts against the rate limit of pages until it is stored', async () => {
    // The limit is 600 pages a minute; this factor allows two.
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.0034' } })
    const originals = [await plainPicture(500, 501), await plainPicture(500, 502), await plainPicture(500, 503)]
    const pictures = await Promise.all(originals.map((original) => importPicture(strict.db, strict.files, original)))
    const statuses = []
    for (const { hash } of pictures) statuses.push((await strict.fetch(shareUrl(hash))).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await strict.fetch(shareUrl(pictures[0]?.hash ?? ''))).status).toBe(200)
  })

  test('of an unknown picture returns 404', async () => {
    for (const name of ['0'.repeat(24), '0'.repeat(23), '..%2f..%2f', 'A'.repeat(24)])
      expect((await shop.fetch(`/media/${name}-share.jpg`)).status).toBe(404)
  })
})

describe('a file that is not a picture is rejected', () => {
  const whole = createPhoto(400, 400).then((picture) => picture.jpeg().toBuffer())
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', async () => Buffer.from(svg)],
    ['an SVG with a preamble', async () => Buffer.from(`<?xml version="1.0"?>\n<!-- hello -->\n${svg}`)],
    ['plain text', async () => Buffer.from('not a picture')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a truncated JPEG', async () => (await whole).subarray(0, (await whole).length / 2)],
    ['an HTML page', async () => Buffer.from('<!doctype html><title>Picture</title>')],
  ])('%s', async (_, make) => {
    await expect(store(await make())).rejects.toMatchObject({
      code: 'invalid',
      message: 'This file is not a picture we can read.',
    })
  })
})

describe('/media', () => {
  test('serves both formats with their content type and an immutable cache header', async () => {
    const { hash } = await store(await (await createPhoto(500, 60)).png().toBuffer())
    for (const format of ['avif', 'webp'] as const) {
      const response = await shop.fetch(pictureUrl(hash, 500, format))
      expect(response.headers.get('content-type')).toBe(`image/${format}`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(500)
    }
  })

  test.each([
    '/media/',
    '/media/unknown.webp',
    '/media/000000000000000000000000-400.webp',
    '/media/000000000000000000000000-400.svg',
    '/media/..%2f..%2fpackage.json',
    '/media/..%2F000000000000000000000000-400.webp',
    '/media/%2e%2e/package.json',
    '/media/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/media/..%5c..%5cpackage.json',
    '/media/etc/passwd',
    '/media/%2fetc%2fpasswd',
    '/media/file:%2f%2f%2fetc%2fpasswd',
    '/media/000000000000000000000000-400.webp%00.avif',
    '/media/000000000000000000000000-400.webp%0a',
    '/media/%E0%A4%A',
  ])('%s returns 404', async (url) => {
    expect((await shop.fetch(url)).status).toBe(404)
  })
})
