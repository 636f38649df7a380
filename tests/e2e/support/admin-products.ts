import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { ProductRecord } from '#modules/catalog/admin-schema.ts'
import { enterAdmin } from './admin.ts'
import { callApi } from './api.ts'

/** So that what a test makes is not what another one has made. */
export const mark = (): string => randomBytes(3).toString('hex')

/** A file with a picture of one colour. */
export async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** The owner in this page's browser, and a new product. */
export async function enterAdminWithProduct(page: Page) {
  const session = await enterAdmin(page)
  const name = `Moon Stone ${mark()}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const data = { slug, name, description: 'Pale.', categoryId: 1, price: 1000, priceInUSD: 8, stock: 5 }
  const record = await callApi<ProductRecord>(page.request, session, '/admin/products', { method: 'POST', data })
  return { session, record }
}
