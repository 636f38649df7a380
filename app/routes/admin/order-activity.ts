import { addressLines } from '#app/features/address/address-lines.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import type { PaymentInput } from '#modules/orders/change-contract.ts'
import type { OrderAddress, OrderLine, Shipment } from '#modules/orders/contract.ts'
import { type Currency, formatMoney } from '#shared/money.ts'

type Change = WireAdminOrder['activity'][number]
type Content = {
  lines?: OrderLine[]
  address?: OrderAddress
  note?: string
  totalNpr: number
  totalUsd: number
}
type ReplacedUnit = Pick<OrderLine, 'productName' | 'variantValue'>
type Payment = Pick<PaymentInput, 'kind' | 'amount' | 'method'>
type Returned = {
  status: string
  returnedAmount: number
  lines: (Pick<OrderLine, 'productName' | 'variantValue' | 'quantity'> & { restock: boolean })[]
  refund?: Payment
}

const paymentTitles: Record<PaymentInput['kind'], string> = {
  deposit: 'Deposit',
  collected: 'Payment',
  refunded: 'Refund',
  'written off': 'Written off',
  'courier written off': 'Written off for the courier',
}

export const wayNames = { cash: 'in cash', transfer: 'by bank transfer' }

/** A parcel that the customer did not take. */
const isRefusal = ({ kind, before, after }: Change) =>
  kind === 'returned' && before.status === 'Shipped' && after.status === 'Returned'

/** What happened, in a few words. */
export function changeTitle(change: Change, currency: Currency): string {
  const { kind, before, after } = change
  if (isRefusal(change)) return 'Refused by the customer'
  switch (kind) {
    case 'status':
      return statusTitle(before, after)
    case 'edited':
      return 'Order changed'
    case 'shipment':
      return 'Shipment changed'
    case 'returned':
      return (after as Returned).status === 'Returned' ? 'Returned' : 'Products returned'
    case 'payment':
      return paymentText(after as Payment, currency)
    case 'certificate':
      return 'Certificate replaced'
    default:
      return 'Change taken back'
  }
}

/** What happened and who did it. */
export function changeSentence(change: Change, currency: Currency): string {
  const { actor, by, kind } = change
  const who = actor || (by === 'shop' ? 'the shop' : 'the customer')
  const title = changeTitle(change, currency)
  if (isRefusal(change)) return `${title}, recorded by ${who}`
  return kind === 'payment' ? `${title}, by ${who}` : `${title} by ${who}`
}

/** The name of a change that is taken back. */
export function takeBackTitle(change: Change, currency: Currency): string {
  const { kind, after } = change
  if (isRefusal(change)) return 'Refused'
  if (kind === 'status') return String(after.status)
  if (kind !== 'payment') return changeTitle(change, currency)
  const { kind: payment, amount } = after as Payment
  return `${takenBackPayments[payment]} of ${formatMoney(amount, currency)}`
}

const takenBackPayments: Record<PaymentInput['kind'], string> = {
  deposit: 'deposit',
  collected: 'payment',
  refunded: 'refund',
  'written off': 'write-off',
  'courier written off': 'write-off for the courier',
}

function statusTitle(before: Change['before'], after: Change['after']): string {
  if (after.status === 'Shipped') return shipmentText(after as Shipment, 'Shipped with ')
  if (after.status === 'Delivered' && before.status === 'Confirmed') return 'Handed over in the shop'
  return String(after.status)
}

const shipmentText = ({ courier, trackingNumber }: Pick<Shipment, 'courier' | 'trackingNumber'>, start = '') =>
  `${start}${courier}${trackingNumber ? `, tracking number ${trackingNumber}` : ''}`

const paymentText = ({ kind, amount, method }: Payment, currency: Currency) =>
  `${paymentTitles[kind]}: ${formatMoney(amount, currency)}${kind.includes('written') ? '' : ` ${wayNames[method]}`}`

/** What changed, from before to after, one sentence per line. */
export function changeDetails({ kind, before, after }: Change, currency: Currency): string[] {
  if (kind === 'edited') return editDetails(before as Content, after as Content, currency)
  if (kind === 'shipment') return [`${shipmentText(before as Shipment)} → ${shipmentText(after as Shipment)}`]
  if (kind === 'returned') return returnDetails(after as Returned, currency)
  if (kind === 'certificate') return [`${nameOf(before as ReplacedUnit)}: ${before.code} → ${after.code}`]
  return []
}

const nameOf = ({ productName, variantValue }: Pick<OrderLine, 'productName' | 'variantValue'>) =>
  variantValue ? `${productName} (${variantValue})` : productName

function editDetails(before: Content, after: Content, currency: Currency): string[] {
  const total = ({ totalNpr, totalUsd }: Content) => formatMoney(currency === 'NPR' ? totalNpr : totalUsd, currency)
  return [
    ...lineDetails(before.lines ?? [], after.lines ?? []),
    ...changed('Address', addressText(before), addressText(after)),
    ...changed('Note', before.note ?? '', after.note ?? ''),
    ...changed('Total', total(before), total(after)),
  ]
}

const addressText = ({ address }: Content) => (address ? addressLines(address).join(', ') : '')

const changed = (label: string, before: string, after: string) =>
  before === after ? [] : [`${label}: ${before || 'none'} → ${after || 'none'}`]

function lineDetails(before: OrderLine[], after: OrderLine[]): string[] {
  const find = (lines: OrderLine[], { position }: OrderLine) => lines.find((line) => line.position === position)
  return [
    ...before.flatMap((line) => {
      const now = find(after, line)
      if (!now) return [`Removed: ${line.quantity} × ${nameOf(line)}`]
      return changed(nameOf(line), String(line.quantity), String(now.quantity))
    }),
    ...after.filter((line) => !find(before, line)).map((line) => `Added: ${line.quantity} × ${nameOf(line)}`),
  ]
}

function returnDetails({ lines, refund }: Returned, currency: Currency): string[] {
  return [
    ...lines.map(
      (line) => `${line.quantity} × ${nameOf(line)}, ${line.restock ? 'back to stock' : 'not back to stock'}`,
    ),
    ...(refund ? [paymentText(refund, currency)] : []),
  ]
}

/** The change that staff can take back now. */
export function lastChange({ activity, takesBack }: Pick<WireAdminOrder, 'activity' | 'takesBack'>) {
  return takesBack === null
    ? undefined
    : activity.findLast(({ kind, isTakenBack }) => kind !== 'corrected' && !isTakenBack)
}

/** What taking a change back does. */
export function takeBackEffects({ kind, before, after }: Change): string[] {
  if (kind === 'payment')
    return [
      'The entry stays in the ledger. An entry with the opposite amount is added today, or tomorrow if today is closed.',
      'No email is sent.',
    ]
  if (kind === 'certificate') return ['The old code is valid again. The new one is void.', 'No email is sent.']
  const email = 'The customer gets an email only if the email about this change was already sent.'
  if (kind === 'edited') return ['Products, address and note become what they were. The stock moves back.', email]
  if (kind === 'shipment')
    return [`The order is with ${shipmentText(before as Shipment)} again. Collected cash moves back, too.`, email]
  const status = `The order is ${String(before.status)} again.`
  if (kind === 'returned') return [status, ...returnEffects(after as Returned), email]
  return [status, ...statusEffects(String(after.status)), email]
}

const returnEffects = ({ refund }: Returned) => [
  'What went back to stock is taken from it again. An invoice replaces the credit note.',
  ...(refund ? ['The refund is taken back, too.'] : []),
]

function statusEffects(status: string): string[] {
  if (status === 'Canceled') return ['Its products are taken from stock again.']
  if (status === 'Delivered') return ['The cash that was collected for it is taken back.']
  if (status === 'Shipped') return ['Courier and tracking number are removed. The invoice stays.']
  return []
}
