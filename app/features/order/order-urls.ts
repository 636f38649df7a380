import { href, type Location } from 'react-router'
import { tabUrl } from '#app/features/account/profile-tabs.ts'

/** The open order is in the URL: it can be linked to, and Back closes it. */
export const orderUrl = (orderNumber: string) => `${tabUrl('MyOrders')}&order=${encodeURIComponent(orderNumber)}`
export const invoiceUrl = (orderId: string) => href('/profile/orders/:orderId/invoice', { orderId })

/** After checkout the specified URL names only the tab, so the open order is in the history state. */
export const openOrderState = (orderNumber: string) => ({ openOrder: orderNumber })

export function openOrderNumber({ search, state }: Pick<Location, 'search' | 'state'>): string | null {
  const stateOrderNumber = (state as Partial<ReturnType<typeof openOrderState>> | null)?.openOrder
  return new URLSearchParams(search).get('order') ?? stateOrderNumber ?? null
}

export const rowId = (orderNumber: string) => `row-${orderNumber}`
