import type { Shop } from '#modules/shop.server.ts'
import { addAlert } from '#modules/stock-alerts/service.server.ts'
import type { Db } from '#platform/db.server.ts'

/** Sold-out products and variants that the demo customer waits for. */
const waitedFor: [slug: string, variant: string | null][] = [
  ['ruby-halo-ring', 'Large'],
  ['rubellite-tourmaline', null],
  ['terhathum-dhaka-tote', null],
]

export async function seedStockAlerts(
  { catalog }: Shop,
  tx: Db,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  for (const [slug, variant] of waitedFor) {
    const { id: productId, allVariants } = await catalog.product(tx, slug)
    const variantId = allVariants.find(({ value }) => value === variant)?.id ?? null
    await addAlert(tx, { email, productId, variantId }, userId)
  }
}
