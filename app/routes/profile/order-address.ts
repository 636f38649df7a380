import { href, type Location } from 'react-router'
import { tabUrl } from './tabs.ts'

/** The chosen order stands in the address, so that it can be linked to and Back closes it. */
export const orderUrl = (orderNumber: string) => `${tabUrl('MyOrders')}&order=${encodeURIComponent(orderNumber)}`
export const invoiceUrl = (orderId: string) => href('/profile/orders/:orderId/invoice', { orderId })

/** After ordering the address names the tab alone; which order opens goes with the entry in the history. */
export const openingOrder = (orderNumber: string) => ({ openOrder: orderNumber })

export function chosenOrder({ search, state }: Pick<Location, 'search' | 'state'>): string | null {
  const opening = (state as Partial<ReturnType<typeof openingOrder>> | null)?.openOrder
  return new URLSearchParams(search).get('order') ?? opening ?? null
}

export const rowId = (orderNumber: string) => `row-${orderNumber}`
