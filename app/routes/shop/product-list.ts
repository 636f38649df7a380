import type { Paging, ProductCardData, ProductCardPage } from '#modules/catalog/contract.ts'
import { maxPageSize } from '#shared/lists.ts'

/** The data of a list page: the pages from `firstPage` to `pageNumber`. */
export type ProductList = Omit<ProductCardPage, 'items'> & { cards: ProductCardData[]; firstPage: number }

/**
 * A list page also shows the pages before it, but one response holds at most `maxPageSize` cards. So pages come in sets
 * (with 8 cards per page: 1 to 6, 7 to 12 …), and each page loads its set from the start.
 */
export function pagingUpTo(pageNumber: number, pageSize: number): Required<Paging> {
  const pagesInSet = Math.floor(maxPageSize / pageSize)
  return { pageNumber, pageSize, firstPage: pageNumber - ((pageNumber - 1) % pagesInSet) }
}

const picturesPerCard = 2

export const withCardPictures = (cards: ProductCardData[]): ProductCardData[] =>
  cards.map((card) => ({ ...card, pictures: card.pictures.slice(0, picturesPerCard) }))

export function toProductList({ items, ...page }: ProductCardPage, { firstPage }: Required<Paging>): ProductList {
  return { ...page, firstPage, cards: withCardPictures(items) }
}
