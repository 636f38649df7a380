import type { QuoteRecord } from '#modules/quotes/schema.ts'

export const quoteStates: Record<QuoteRecord['state'], string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  withdrawn: 'Withdrawn',
}
