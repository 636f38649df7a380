import { sellerOf } from '#modules/invoices/service.server.ts'
import type { ChangeContext } from '#modules/orders/changes.server.ts'
import type { Shop } from '#modules/shop.server.ts'

/** What changes of orders need of the shop. */
export async function changeContext({ db, jobs, limits, ownerSettings, settings }: Shop): Promise<ChangeContext> {
  const current = await ownerSettings.current()
  const { siteUrl, undoSeconds } = settings
  return { db, jobs, limits, shopName: current.shopName, siteUrl, seller: sellerOf(current), undoSeconds }
}
