import type { QuoteRecord } from '#modules/quotes/contract.ts'

export const quoteStatusNames: Record<QuoteRecord['status'], string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  withdrawn: 'Withdrawn',
}

export const unitNames = [
  ['piece', 'Item'],
  ['kilo', 'Kilogram'],
] as const
