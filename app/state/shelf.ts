import type { WireCard } from '#modules/catalog/schema.ts'
import { readStoredJson, writeStored } from './storage.ts'

/** Products that the browser remembers between pages: the best sellers of the search, and the one chosen in POPULAR. */
export function readBestSellers(): WireCard[] {
  const stored = readStoredJson<WireCard[]>('bestSelling')
  return Array.isArray(stored) ? stored : []
}

export function storeBestSellers(cards: WireCard[]): void {
  writeStored('bestSelling', cards)
}

export function storePopular(chosen: { id: number; slug: string; name: string }): void {
  writeStored('popular', chosen)
}
