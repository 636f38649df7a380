import type { ProductCardData, WireProductCard } from '#modules/catalog/contract.ts'
import { cardOnWire } from '#modules/catalog/wire.ts'
import { readStoredJson, writeStored } from './storage.ts'

export function readBestSellers(): WireProductCard[] {
  const stored = readStoredJson<WireProductCard[]>('bestSelling')
  return Array.isArray(stored) ? stored : []
}

export function storeBestSellers(cards: WireProductCard[]): void {
  writeStored('bestSelling', cards)
}

export function storePopularProducts(cards: ProductCardData[]): void {
  writeStored(
    'popular',
    cards.map((card) => cardOnWire(card)),
  )
}
