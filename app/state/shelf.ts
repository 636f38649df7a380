import type { Card, WireCard } from '#modules/catalog/schema.ts'
import { cardOnWire } from '#modules/catalog/wire.ts'
import { readStoredJson, writeStored } from './storage.ts'

/** Lists of products in browser storage: the best sellers of the search, and the popular products of the home page. */
export function readBestSellers(): WireCard[] {
  const stored = readStoredJson<WireCard[]>('bestSelling')
  return Array.isArray(stored) ? stored : []
}

export function storeBestSellers(cards: WireCard[]): void {
  writeStored('bestSelling', cards)
}

export function storePopular(cards: Card[]): void {
  writeStored(
    'popular',
    cards.map((card) => cardOnWire(card)),
  )
}
