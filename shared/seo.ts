import * as z from 'zod/mini'
import { optionalLine } from './fields.ts'

export const maxSeoTitle = 120
export const maxSeoDescription = 320

/** What search engines show of a product, a post or a page. Empty: the shop's own text. */
export type SeoTexts = { title: string; description: string }

export const seoFields = {
  seoTitle: z._default(optionalLine(maxSeoTitle), ''),
  seoDescription: z._default(optionalLine(maxSeoDescription), ''),
}
