import type { Picture } from '#modules/media/picture.ts'

/** A product in the variant of a cart or order line, with what a buyer pays now and the stock. */
export type StockItem = {
  productId: number
  variantId: number | null
  variantValue: string | null
  measure: string | null
  name: string
  slug: string
  categoryId: number
  priceNpr: number
  priceUsd: number
  /** Of the variant, if there is one. */
  stock: number
  isArchived: boolean
  /** True if the variant belongs to the product, or if neither exists. */
  isVariantValid: boolean
  picture: Pick<Picture, 'hash' | 'widths'> | null
}

export type StockItemKey = Pick<StockItem, 'productId' | 'variantId'>
export type StockItemQuantity = StockItemKey & { quantity: number }

export const stockMovementKinds = [
  'opening',
  'order',
  'order edited',
  'order canceled',
  'order returned',
  'order corrected',
  'correction',
  'edited',
  'import',
] as const
export type StockMovementKind = (typeof stockMovementKinds)[number]

/** Why stock changes, and who changes it; `actor` is a staff member. */
export type StockChange = {
  kind: StockMovementKind
  at: Date
  orderId?: string
  actor?: { userId: string; name: string } | undefined
  reason?: string
}

/** A line of a sale. If its stock was not deducted, the sale must fail. */
export type SoldItem = { item: StockItem; quantity: number; isDeducted: boolean }
