import { href } from 'react-router'
import { categoryById } from '#shared/categories.ts'

export const searchHash = '#search'
/** Opens the search. */
export const searchUrl = href('/') + searchHash

export function productUrl({ categoryId, slug }: { categoryId: number; slug: string }): string {
  return href('/shop/:category/:slug', { category: categoryById(categoryId)?.path ?? 'crystal', slug })
}

export function tagUrl(tag: string): string {
  return href('/shop/product/:tag', { tag })
}
