import { request } from '@playwright/test'
import type { StockHistory } from '#modules/catalog/stock-contract.ts'
import { ownerSession } from './admin.ts'
import { callApi, fetchProduct } from './api.ts'

/** Enough of a product, in every variant, for all tests that sell it. */
export async function restock(baseURL: string, slug: string): Promise<void> {
  const context = await request.newContext({ baseURL })
  const owner = await ownerSession(context)
  const { productId } = await fetchProduct(context, slug)
  const path = `/admin/products/${productId}/stock`
  const { items } = await callApi<StockHistory>(context, owner, path)
  for (const { variantId, stock } of items) {
    const data = { variantId, stock: 1000, stockRead: stock, reason: 'For the tests' }
    await callApi(context, owner, path, { method: 'POST', data })
  }
  await context.dispose()
}
