import { expect, test } from 'vitest'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import {
  changeDetails,
  changeSentence,
  changeTitle,
  lastChange,
  takeBackEffects,
  takeBackTitle,
} from './order-activity.ts'

type Change = WireAdminOrder['activity'][number]

const change = (kind: Change['kind'], before: object, after: object, rest: Partial<Change> = {}): Change => ({
  id: 1,
  at: '2026-01-02T03:04:05Z',
  by: 'shop',
  actor: 'Dolma',
  kind,
  reason: '',
  before: { ...before },
  after: { ...after },
  isTakenBack: false,
  corrects: null,
  ...rest,
})
const line = (position: number, productName: string, quantity: number, variantValue: string | null = null) => ({
  position,
  productName,
  variantValue,
  quantity,
})

test('an edit lists added, removed and changed products, address, note and total in the currency of the order', () => {
  const address = { firstName: 'Asha', lastName: 'Rai', city: 'Patan', country: 'Nepal' }
  const edit = change(
    'edited',
    { lines: [line(1, 'Amber', 2), line(2, 'Ring', 1, 'Small')], address, note: '', totalNpr: 210000, totalUsd: 2100 },
    {
      lines: [line(1, 'Amber', 3), line(3, 'Beryl', 1)],
      address: { ...address, city: 'Boudha' },
      note: 'Ring twice.',
      totalNpr: 810000,
      totalUsd: 8100,
    },
  )
  expect(changeTitle(edit, 'NPR')).toBe('Order changed')
  expect(changeDetails(edit, 'NPR')).toEqual([
    'Amber: 2 → 3',
    'Removed: 1 × Ring (Small)',
    'Added: 1 × Beryl',
    'Address: Asha Rai, Patan, Nepal → Asha Rai, Boudha, Nepal',
    'Note: none → Ring twice.',
    'Total: Rs 2,100 → Rs 8,100',
  ])
  expect(changeDetails(edit, 'USD').at(-1)).toBe('Total: $ 21 → $ 81')
  const erased = { lines: [line(1, 'Amber', 2)], totalNpr: 1, totalUsd: 1 }
  expect(changeDetails(change('edited', erased, erased), 'NPR')).toEqual([])
})

test('statuses, shipments, returns and payments have titles with courier and amounts', () => {
  const shipped = change('status', { status: 'Confirmed' }, { status: 'Shipped', courier: 'Yak', trackingNumber: 'Y1' })
  expect(changeTitle(shipped, 'NPR')).toBe('Shipped with Yak, tracking number Y1')
  const handed = change('status', { status: 'Confirmed' }, { status: 'Delivered' })
  expect(changeTitle(handed, 'NPR')).toBe('Handed over in the shop')
  const moved = change('shipment', { courier: 'Yak', trackingNumber: '' }, { courier: 'Yeti', trackingNumber: 'Y2' })
  expect(changeDetails(moved, 'NPR')).toEqual(['Yak → Yeti, tracking number Y2'])
  const refund = { kind: 'refunded', amount: 90000, method: 'transfer' }
  const returned = change(
    'returned',
    { status: 'Delivered' },
    { status: 'Delivered', lines: [{ ...line(1, 'Amber', 1), restock: false }], refund },
  )
  expect(changeTitle(returned, 'NPR')).toBe('Products returned')
  expect(changeDetails(returned, 'NPR')).toEqual(['1 × Amber, not back to stock', 'Refund: Rs 900 by bank transfer'])
  expect(changeTitle(change('payment', {}, { ...refund, kind: 'courier written off' }), 'USD')).toBe(
    'Written off for the courier: $ 900',
  )
  expect(takeBackEffects(returned).join(' ')).toContain('The refund is taken back, too.')
  expect(takeBackEffects(change('status', { status: 'Shipped' }, { status: 'Delivered' }))).toEqual([
    'The order is Shipped again.',
    'The cash that was collected for it is taken back.',
    'The customer gets an email only if the email about this change was already sent.',
  ])
})

test('a sentence names who did it; a parcel that comes back from the courier was refused', () => {
  const returned = (from: string) => change('returned', { status: from }, { status: 'Returned', lines: [] })
  expect(changeSentence(returned('Shipped'), 'NPR')).toBe('Refused by the customer, recorded by Dolma')
  expect(takeBackTitle(returned('Shipped'), 'NPR')).toBe('Refused')
  expect(changeSentence(returned('Delivered'), 'NPR')).toBe('Returned by Dolma')
  expect(takeBackTitle(returned('Delivered'), 'NPR')).toBe('Returned')
  const payment = (kind: string) => change('payment', {}, { kind, amount: 200000, method: 'cash' })
  expect(changeSentence(payment('refunded'), 'USD')).toBe('Refund: $ 2,000 in cash, by Dolma')
  expect(takeBackTitle(payment('deposit'), 'NPR')).toBe('deposit of Rs 2,000')
  expect(takeBackTitle(payment('written off'), 'NPR')).toBe('write-off of Rs 2,000')
  const canceled = change('status', { status: 'Pending' }, { status: 'Canceled' }, { by: 'customer', actor: '' })
  expect(changeSentence(canceled, 'NPR')).toBe('Canceled by the customer')
})

test('the change to take back is the last one that is neither a correction nor corrected', () => {
  const first = change('status', {}, { status: 'Confirmed' }, { id: 1 })
  const second = change('status', {}, { status: 'Shipped' }, { id: 2, isTakenBack: true })
  const third = change('corrected', {}, {}, { id: 3, corrects: 2 })
  expect(lastChange({ activity: [first, second, third], takesBack: 'status' })).toBe(first)
  expect(lastChange({ activity: [first], takesBack: null })).toBeUndefined()
})

test('a replaced certificate is named with its unit and both codes', () => {
  const replaced = change(
    'certificate',
    { code: '7KQ4-9MZT-2XHB-C', productName: 'Ring', variantValue: 'Small' },
    { code: '03PY-F5CR-3E6D-Y' },
  )
  expect(changeTitle(replaced, 'NPR')).toBe('Certificate replaced')
  expect(changeDetails(replaced, 'NPR')).toEqual(['Ring (Small): 7KQ4-9MZT-2XHB-C → 03PY-F5CR-3E6D-Y'])
  expect(takeBackEffects(replaced)).toEqual(['The old code is valid again. The new one is void.', 'No email is sent.'])
})
