import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import type { ProductCardData } from '#modules/catalog/contract.ts'
import { listKey } from './list-loading.ts'
import type { ProductList } from './product-list.ts'

const maxLists = 12
/** The cards this tab has loaded per list, each from the first card on. Filled only in the browser. */
const loadedLists = new Map<string, ProductCardData[]>()

function storeList(key: string, cards: ProductCardData[]): void {
  loadedLists.delete(key)
  loadedLists.set(key, cards)
  const [oldest] = loadedLists.keys()
  if (loadedLists.size > maxLists && oldest !== undefined) loadedLists.delete(oldest)
}

/** The cards from the server, preceded by the earlier cards this tab has already loaded. */
export function useLoadedCards(productList: ProductList): { cards: ProductCardData[]; skipped: number } {
  const key = listKey(useLocation())
  const countBefore = (productList.firstPage - 1) * productList.pageSize
  const loaded = useMemo(() => {
    const stored = countBefore > 0 ? (loadedLists.get(key) ?? []) : []
    return stored.length < countBefore
      ? { cards: productList.cards, skipped: countBefore }
      : { cards: [...stored.slice(0, countBefore), ...productList.cards], skipped: 0 }
  }, [key, countBefore, productList.cards])
  useEffect(() => {
    if (loaded.skipped === 0) storeList(key, loaded.cards)
  }, [key, loaded])
  return loaded
}
