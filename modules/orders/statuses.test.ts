import { describe, expect, test } from 'vitest'
import {
  codeOf,
  findTransition,
  isSettled,
  nextStatuses,
  orderStatuses,
  rightToSet,
  rightToTakeBack,
  statusOf,
  type TransitionedBy,
} from './statuses.ts'

const allTransitions = (by: TransitionedBy) =>
  orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => findTransition(from, to, by)).map((to) => `${from} → ${to}`),
  )

describe('order transitions', () => {
  test('allow the shop exactly eight changes of status', () => {
    expect(allTransitions('shop')).toEqual([
      'Pending → Confirmed',
      'Pending → Canceled',
      'Confirmed → Shipped',
      'Confirmed → Delivered',
      'Confirmed → Canceled',
      'Shipped → Delivered',
      'Shipped → Returned',
      'Delivered → Returned',
    ])
  })

  test('allow the customer only to cancel a pending order', () => {
    expect(allTransitions('customer')).toEqual(['Pending → Canceled'])
  })

  test('restore the stock of a canceled order, and not of a returned one', () => {
    expect(findTransition('Pending', 'Canceled', 'customer')?.returnsStock).toBe(true)
    expect(findTransition('Pending', 'Canceled', 'shop')?.returnsStock).toBe(true)
    expect(findTransition('Confirmed', 'Canceled', 'shop')?.returnsStock).toBe(true)
    expect(findTransition('Shipped', 'Returned', 'shop')?.returnsStock).toBeUndefined()
    expect(findTransition('Delivered', 'Returned', 'shop')?.returnsStock).toBeUndefined()
  })

  test('give the next statuses of each status', () => {
    expect(orderStatuses.map((from) => nextStatuses(from, 'shop'))).toEqual([
      ['Confirmed', 'Canceled'],
      ['Shipped', 'Delivered', 'Canceled'],
      ['Delivered', 'Returned'],
      ['Returned'],
      [],
      [],
    ])
    expect(orderStatuses.map((from) => nextStatuses(from, 'customer'))).toEqual([['Canceled'], [], [], [], [], []])
  })

  test('settle an order in Delivered, Canceled or Returned', () => {
    expect(orderStatuses.filter(isSettled)).toEqual(['Delivered', 'Canceled', 'Returned'])
  })
})

describe('an order status', () => {
  test('has the code that the contract gives it', () => {
    expect(orderStatuses.map(codeOf)).toEqual([0, 1, 2, 3, 4, 5])
    expect([0, 1, 2, 3, 4, 5].map(statusOf)).toEqual([...orderStatuses])
  })

  test('with an unknown code throws', () => {
    expect(() => statusOf(6)).toThrow('There is no order status 6')
  })
})

describe('the right to change an order', () => {
  test('covers Canceled and Returned for those who handle money only', () => {
    const rights = orderStatuses.map((status) => [status, rightToSet(status)])
    expect(rights).toEqual([
      ['Pending', 'orders'],
      ['Confirmed', 'orders'],
      ['Shipped', 'orders'],
      ['Delivered', 'orders'],
      ['Canceled', 'orderChanges'],
      ['Returned', 'orderChanges'],
    ])
  })

  test.each([
    ['status', { status: 'Shipped' }, 'Shipped', 'orders'],
    ['status', { status: 'Canceled' }, 'Canceled', 'orderChanges'],
    ['shipment', {}, 'Shipped', 'orders'],
    ['shipment', {}, 'Delivered', 'orderChanges'],
    ['edited', {}, 'Pending', 'orderChanges'],
    ['returned', {}, 'Delivered', 'orderChanges'],
    ['payment', {}, 'Pending', 'orderChanges'],
  ] as const)('to take back %s %j of a %s order is %s', (kind, after, status, right) => {
    expect(rightToTakeBack({ kind, after }, status)).toBe(right)
  })
})
