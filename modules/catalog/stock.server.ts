import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { SoldItem, StockChange, StockItem, StockItemKey, StockItemQuantity } from './stock-item.ts'
import { deductStock, readStockItems, restoreStock } from './stock-repo.server.ts'

/** In the order of the keys; undefined for a product that does not exist. */
export async function findStockItems(db: Db, keys: StockItemKey[]): Promise<(StockItem | undefined)[]> {
  return keys.length > 0 ? readStockItems(db, keys) : []
}

export function isOnSale(item: StockItem | undefined): item is StockItem {
  return item !== undefined && !item.isArchived && item.isVariantValid
}

function nameOf({ name, variantValue }: Pick<StockItem, 'name' | 'variantValue'>): string {
  return variantValue ? `${name} (${variantValue})` : name
}

/** Throws an error that names every item whose stock was not deducted. */
export function rejectShortage(sold: SoldItem[], consequence = 'Nothing was ordered.'): void {
  const missing = sold.filter(({ isDeducted }) => !isDeducted).map(({ item }) => item)
  if (missing.length > 0) throw shortage(missing, consequence)
}

/** Deducts the stock of every line, or throws an error that names the items that are short. */
export async function takeStock(
  tx: Db,
  lines: StockItemQuantity[],
  change: StockChange,
  consequence?: string,
): Promise<void> {
  if (lines.length > 0) rejectShortage(await deductStock(tx, lines, change), consequence)
}

function shortage(missing: StockItem[], consequence: string): ShopError {
  const details = missing.map((item) =>
    item.isArchived
      ? { code: 'Gone', description: `${nameOf(item)} is no longer sold.` }
      : { code: 'OutOfStock', description: `${nameOf(item)} is not in stock in this quantity.` },
  )
  const message = `${details.map(({ description }) => description).join(' ')} ${consequence}`
  return new ShopError('conflict', message, { details })
}

export async function returnStock(tx: Db, lines: StockItemQuantity[], change: StockChange): Promise<void> {
  if (lines.length > 0) await restoreStock(tx, lines, change)
}
