import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import { enterAdmin } from './admin.ts'
import { callApi } from './api.ts'

/** Unique suffix for test data. */
export const uniqueSuffix = (): string => randomBytes(3).toString('hex')

/** A JPEG of one color. */
export async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Opens a section that is folded on a phone. */
export async function unfold(page: Page, title: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${title}`), expanded: false })
  if (await button.isVisible()) await button.click()
}

type Numbers = { price?: number; priceInUSD?: number; stock?: number }

/** Signs the owner in and creates a product. */
export async function enterAdminWithProduct(page: Page, numbers: Numbers = {}) {
  const session = await enterAdmin(page)
  const name = `Moon Stone ${uniqueSuffix()}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const data = { slug, name, description: 'Pale.', categoryId: 1, price: 1000, priceInUSD: 8, stock: 5, ...numbers }
  const record = await callApi<ProductRecord>(page.request, session, '/admin/products', { method: 'POST', data })
  return { session, record }
}
