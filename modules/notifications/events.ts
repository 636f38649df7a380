import type { Currency } from '#shared/money.ts'

/** Jobs that announce an event to the shop. Orders announce theirs with the job of the order email. */
export const notificationQueue = 'notification'

/** `total` is in minor units of `currency`. */
export type OrderPlaced = {
  event: 'order.placed'
  id: string
  number: string
  name: string
  phone: string
  total: number
  currency: Currency
  items: number
}

export type EnquiryReceived = {
  event: 'enquiry.received'
  id: string
  kind: 'contact' | 'bulk'
  name: string
  email: string | null
  phoneNumber: string | null
  message: string
}

/** Something that the shop wants to know at once. Stored in jobs, so a changed field must stay readable. */
export type ShopEvent = OrderPlaced | EnquiryReceived
