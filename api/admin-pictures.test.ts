import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureUrl } from '#modules/media/picture.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { formAs, pictureFile } from '#tests/support/uploads.ts'

let shop: TestShop
let tsering: Person
beforeAll(async () => {
  shop = await openTestShop()
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
})
afterAll(() => shop.close())

const send = (file: File | string, name = 'file') => shop.json('/api/admin/pictures', formAs(tsering, [[name, file]]))
const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer())

async function served(hash: string, width: number): Promise<Buffer> {
  const response = await shop.fetch(pictureUrl(hash, width, 'webp'))
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('a picture is re-encoded without metadata under a random name', async () => {
  const exif = { IFD0: { Make: 'Yeti Optics' }, IFD3: { GPSLatitude: '27/1 59/1 17/1' } }
  const jpeg = await sharp(await bytesOf(await pictureFile()))
    .jpeg()
    .withExif(exif)
    .toBuffer()
  const file = () => new File([new Uint8Array(jpeg)], '../../../etc/passwd\0.jpg', { type: 'image/svg+xml' })
  const [first, second] = [await send(file()), await send(file())]
  expect(first).toMatchObject({ status: 201, body: { picture: { width: 480, height: 600, widths: [400, 480] } } })
  expect(first.body.picture.hash).toMatch(/^[0-9a-f]{24}$/)
  expect(second.body.picture.hash).not.toBe(first.body.picture.hash)
  expect((await served(first.body.picture.hash, 400)).toString('latin1')).not.toContain('Yeti')
})

test('a polyglot file loses its embedded scripts', async () => {
  const gif = await sharp(await bytesOf(await pictureFile()))
    .gif()
    .toBuffer()
  const file = new File([new Uint8Array(gif), '<script>alert(1)</script><?php system("id") ?>'], 'x.html', {
    type: 'text/html',
  })
  const { status, body } = await send(file)
  expect(status).toBe(201)
  const stored = (await served(body.picture.hash, 400)).toString('latin1')
  expect(stored).not.toMatch(/script|php/)
  expect((await shop.fetch(pictureUrl(body.picture.hash, 400, 'webp'))).headers.get('content-type')).toBe('image/webp')
})

test('a picture of 96 megapixels is stored', async () => {
  const large = await pictureFile('large.png', '#336699', { width: 12_000, height: 8_000 })
  expect(await send(large)).toMatchObject({
    status: 201,
    body: { picture: { width: 12_000, widths: [400, 800, 1200] } },
  })
})

test('a picture is cropped to 4:5 around a point', async () => {
  const halves = sharp({ create: { width: 500, height: 500, channels: 3, background: '#cc0000' } })
    .extend({ right: 500, background: '#0000cc' })
    .png()
  const file = new File([new Uint8Array(await halves.toBuffer())], 'halves.png', { type: 'image/png' })
  const crop = async (focusX: string) => {
    const form = formAs(tsering, [
      ['file', file],
      ['focusX', focusX],
      ['focusY', '0.5'],
    ])
    return shop.json('/api/admin/pictures', form)
  }
  const { status, body } = await crop('1')
  expect([status, body]).toMatchObject([201, { picture: { width: 400, height: 500 } }])
  const { dominant } = await sharp(await served(body.picture.hash, 400)).stats()
  expect(dominant.b).toBeGreaterThan(dominant.r)
  expect((await crop('1.5')).status).toBe(400)
})

describe('rejected uploads:', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>'
  const strip = async () => pictureFile('strip.png', '#000000', { width: 20, height: 9_000 })
  test.each<[string, () => Promise<File> | File]>([
    ['an SVG', () => new File([svg], 'stone.svg', { type: 'image/svg+xml' })],
    ['an SVG declared as PNG', () => new File([svg], 'stone.png', { type: 'image/png' })],
    ['an HTML page', () => new File(['<!doctype html><script>1</script>'], 'stone.jpg', { type: 'image/jpeg' })],
    [
      'a truncated picture',
      async () => new File([new Uint8Array((await bytesOf(await pictureFile())).subarray(0, 300))], 'half.png'),
    ],
    ['an empty file', () => new File([], 'empty.png')],
    ['an extreme aspect ratio', strip],
  ])('%s', async (_, make) => {
    expect(await send(await make())).toEqual({
      status: 400,
      body: { message: 'This file is not a picture we can read.' },
    })
  })

  test('144 million pixels in a small file, with what to do', async () => {
    const bomb = await pictureFile('bomb.png', '#000000', { width: 12_000, height: 12_000 })
    expect(await send(bomb)).toEqual({
      status: 400,
      body: {
        message: 'This picture has 144 megapixels; up to 100 are possible. Please make it smaller and add it again.',
      },
    })
  })

  test('a HEIC photo, with what to do', async () => {
    const brands = ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', '\0\0\0\x1cftypmif1\0\0\0\0mif1heic']
    for (const start of brands) {
      const photo = new File([Buffer.from(start, 'latin1'), new Uint8Array(500)], 'IMG_0042.HEIC', {
        type: 'image/heic',
      })
      const { status, body } = await send(photo)
      expect([status, body]).toMatchObject([400, { message: expect.stringContaining('export the photo as JPEG') }])
    }
  })

  const missing = { code: 'Invalid', field: 'file', description: 'Please choose a picture.' }

  test.each([
    ['text instead of a file', () => send('just text')],
    ['another field', async () => send(await pictureFile(), 'other')],
    ['an empty file field', () => send(new File([], ''))],
    ['a form without parts', () => shop.json('/api/admin/pictures', formAs(tsering, []))],
  ])('%s: the response names the missing field', async (_, request) => {
    expect(await request()).toEqual({ status: 400, body: { message: missing.description, errors: [missing] } })
  })

  test('a Content-Length over 20 MB, or a longer body without one', async () => {
    const maxBytes = 20 * 1024 * 1024
    const headers = { Authorization: `Bearer ${tsering.token}`, 'Content-Type': 'multipart/form-data; boundary=x' }
    const tooLong = { ...headers, 'Content-Length': String(maxBytes + 1) }
    expect((await shop.fetch('/api/admin/pictures', { method: 'POST', body: 'short', headers: tooLong })).status).toBe(
      413,
    )
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1024 * 1024
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const endless = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    expect((await shop.fetch('/api/admin/pictures', endless)).status).toBe(413)
    expect(sent).toBeLessThan(maxBytes * 1.5)
  })

  test('JSON, and a form without a boundary', async () => {
    expect((await shop.json('/api/admin/pictures', as(tsering, 'POST', {}))).status).toBe(415)
    const headers = { Authorization: `Bearer ${tsering.token}`, 'Content-Type': 'multipart/form-data' }
    expect((await shop.fetch('/api/admin/pictures', { method: 'POST', body: 'x', headers })).status).toBe(400)
  })

  test('an upload an upload by a customer or without a token', async () => {
    const asha = await person(shop, 'Asha Gurung')
    expect((await shop.fetch('/api/admin/pictures', formAs(asha, [['file', await pictureFile()]]))).status).toBe(403)
    expect((await shop.fetch('/api/admin/pictures', formAs(undefined, [['file', await pictureFile()]]))).status).toBe(
      401,
    )
  })
})
