import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import type { Card } from '#modules/catalog/schema.ts'
import { listKey } from './list-loading.ts'
import type { Shelf } from './shelf.ts'

const mostLists = 12
/** Lists as far as this tab has opened them, each from its first card on. Filled only in the browser. */
const openedLists = new Map<string, Card[]>()

function remember(key: string, cards: Card[]): void {
  openedLists.delete(key)
  openedLists.set(key, cards)
  const [oldest] = openedLists.keys()
  if (openedLists.size > mostLists && oldest !== undefined) openedLists.delete(oldest)
}

/** The cards to show: what the server sent, and before it what the visitor already had before their eyes. */
export function useOpenedCards(shelf: Shelf): { cards: Card[]; skipped: number } {
  const key = listKey(useLocation())
  const before = (shelf.firstPage - 1) * shelf.pageSize
  const opened = useMemo(() => {
    const held = before > 0 ? (openedLists.get(key) ?? []) : []
    return held.length < before
      ? { cards: shelf.cards, skipped: before }
      : { cards: [...held.slice(0, before), ...shelf.cards], skipped: 0 }
  }, [key, before, shelf.cards])
  useEffect(() => {
    if (opened.skipped === 0) remember(key, opened.cards)
  }, [key, opened])
  return opened
}
