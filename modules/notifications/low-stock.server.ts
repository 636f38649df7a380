import { listLowStock } from '#modules/catalog/stock-admin.server.ts'
import { isEmailQueued, queueEmail } from '#modules/email/service.server.ts'
import { lowStockEmail } from './low-stock-email.tsx'
import type { NotificationContext } from './service.server.ts'

export const lowStockQueue = 'low-stock'

/** In the morning of the shop, before it opens. */
export const lowStockHour = 8

const maxListed = 50

/** A daily job. If it is repeated, the email has the id of the job and is not queued again. */
export async function emailLowStock(context: NotificationContext, jobId: string): Promise<void> {
  const { emailLowStock: isOn, lowStock, shopName, shopEmail: to } = await context.ownerSettings.current()
  if (!isOn) return
  await context.db.transaction(async (tx) => {
    const { products, hasMore } = await listLowStock(tx, lowStock, maxListed)
    if (products.length === 0 || (await isEmailQueued(tx, jobId))) return
    await queueEmail(tx, context, { id: jobId, purpose: 'lowStock', to }, lowStockEmail, {
      shopName,
      adminUrl: `${context.settings.siteUrl}/admin`,
      products: products.map(({ id, name, stock, variants }) => ({
        id,
        name,
        stock,
        variants: variants.map(({ value, stock: left }) => ({ value, stock: left })),
      })),
      hasMore,
    })
  })
}
