import { type Card, type CardPage, maxPageSize, type Paging } from '#modules/catalog/schema.ts'

/** What a list page holds: the pages from `firstPage` to `pageNumber` of a list. */
export type Shelf = Omit<CardPage, 'items'> & { cards: Card[]; firstPage: number }

/**
 * A page of a list shows all that came before it, too, but the server hands out no more than `maxPageSize` cards at
 * once. So pages come in sets: 1 to 6, 7 to 12 and so on by eight, and a page opens its set from the start.
 */
export function openedTo(pageNumber: number, pageSize: number): Required<Paging> {
  const pagesInSet = Math.floor(maxPageSize / pageSize)
  return { pageNumber, pageSize, firstPage: pageNumber - ((pageNumber - 1) % pagesInSet) }
}

const picturesOnTile = 2

export const tilesOf = (cards: Card[]): Card[] =>
  cards.map((card) => ({ ...card, pictures: card.pictures.slice(0, picturesOnTile) }))

export function shelfOf({ items, ...page }: CardPage, { firstPage }: Required<Paging>): Shelf {
  return { ...page, firstPage, cards: tilesOf(items) }
}
