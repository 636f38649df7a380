import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import type { Session } from './accounts.ts'
import { ownerSession } from './admin.ts'
import { uniqueSuffix } from './admin-products.ts'
import { callApi } from './api.ts'

export const frameCount = 24

/** Each frame has one color, which tells it from the others. */
const colorOf = (index: number) => `hsl(${(index * 360) / frameCount}, 60%, 50%)`

export async function framePhoto(index: number, size = { width: 640, height: 800 }) {
  const buffer = await sharp({ create: { ...size, channels: 3, background: colorOf(index) } })
    .jpeg()
    .toBuffer()
  return { name: `IMG_${index + 1}.jpg`, mimeType: 'image/jpeg', buffer }
}

async function upload(request: APIRequestContext, { token }: Session, index: number, use?: 'turn') {
  const multipart = { file: await framePhoto(index), ...(use ? { use } : {}) }
  const headers = { Authorization: `Bearer ${token}` }
  const response = await request.post('/api/admin/pictures', { multipart, headers })
  const { pictureId } = (await response.json()) as { pictureId: number }
  return { pictureId, alt: 'The front' }
}

/** Creates a product that can be turned. */
export async function addProductWithTurn(request: APIRequestContext): Promise<ProductRecord> {
  const session = await ownerSession(request)
  const name = `Turned Stone ${uniqueSuffix()}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const turn: { pictureId: number }[] = []
  for (let index = 0; index < frameCount; index++) turn.push(await upload(request, session, index, 'turn'))
  const images = [await upload(request, session, 0)]
  const data = { slug, name, description: 'Pale.', categoryId: 1, price: 1000, priceInUSD: 8, stock: 5, images, turn }
  return callApi<ProductRecord>(request, session, '/admin/products', { method: 'POST', data })
}

/** The frame on the canvas; undefined before the first is drawn. */
export function shownFrame(page: Page): Promise<number | undefined> {
  return page.evaluate((count) => {
    const canvas = document.querySelector('canvas')
    // A copy, because Chromium warns when a canvas is read often.
    const copy = new OffscreenCanvas(1, 1).getContext('2d')
    if (canvas) copy?.drawImage(canvas, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = copy?.getImageData(0, 0, 1, 1).data ?? []
    if (alpha === 0) return undefined
    const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
    const part = (first: number, second: number) => (first - second) / (max - min)
    const side = max === red ? part(green, blue) : max === green ? 2 + part(blue, red) : 4 + part(red, green)
    return (Math.round((side * count) / 6) + count) % count
  }, frameCount)
}

/** True if the canvas stays the same while many frames of the screen pass. */
export function isStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const canvas = document.querySelector('canvas')
    const before = canvas?.toDataURL()
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
    return canvas?.toDataURL() === before
  })
}
