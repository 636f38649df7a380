import { href } from 'react-router'
import { tabUrl } from './tabs.ts'

/** The chosen order stands in the address, so that it can be linked to and Back closes it. */
export const orderUrl = (orderNumber: string) => `${tabUrl('MyOrders')}&order=${encodeURIComponent(orderNumber)}`
export const invoiceUrl = (orderId: string) => href('/profile/orders/:orderId/invoice', { orderId })

export const chosenOrder = (search: string) => new URLSearchParams(search).get('order')

export const rowId = (orderNumber: string) => `row-${orderNumber}`
