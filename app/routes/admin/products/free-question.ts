import type { Question } from '#app/features/admin/use-draft.ts'

/** A price of 0 is often a slip. */
export function freeQuestion(name: string, ...prices: (number | null)[]): Question | undefined {
  if (!prices.includes(0)) return undefined
  return {
    title: `Sell ${name || 'this product'} for 0?`,
    text: 'The price is 0 in at least one currency. Customers who pay in it get the product for free.',
    action: 'Save price of 0',
  }
}
