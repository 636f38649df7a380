import { type Currency, formatMoney } from '#shared/money.ts'

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

/** The order or enquiry in the back office. */
export function adminUrl(siteUrl: string, { event, id }: ShopEvent): string {
  return `${siteUrl}/admin/${event === 'order.placed' ? 'orders' : 'enquiries'}/${id}`
}

export function titleOf(event: ShopEvent): string {
  const from = event.name ? ` from ${event.name}` : ''
  if (event.event === 'order.placed') return `New order ${event.number}${from}`
  return `New ${event.kind === 'bulk' ? 'bulk enquiry' : 'message'}${from}`
}

export function detailsOf(event: ShopEvent): string {
  if (event.event === 'enquiry.received') return excerptOf(event.message)
  const { items, total, currency } = event
  return `${items === 1 ? '1 item' : `${items} items`}, ${formatMoney(total, currency)}`
}

export function sentenceOf(event: ShopEvent): string {
  return `${titleOf(event)}: ${detailsOf(event)}`
}

const excerptLength = 200

function excerptOf(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim()
  return line.length > excerptLength ? `${line.slice(0, excerptLength)} …` : line
}
