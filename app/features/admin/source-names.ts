import type { OrderSource } from '#modules/orders/contract.ts'

/** Where an order comes from. */
export const sourceNames: Record<OrderSource, string> = {
  web: 'Website',
  quote: 'Quote',
  phone: 'Phone',
  instagram: 'Instagram',
  counter: 'Counter',
}
