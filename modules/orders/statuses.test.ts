import { describe, expect, test } from 'vitest'
import { codeOf, findMove, isSettled, type Mover, nextStates, orderStates, stateOf } from './statuses.ts'

const allMoves = (by: Mover) =>
  orderStates.flatMap((from) => orderStates.filter((to) => findMove(from, to, by)).map((to) => `${from} → ${to}`))

describe('an order', () => {
  test('is moved by the shop along these ways alone', () => {
    expect(allMoves('shop')).toEqual([
      'Pending → Confirmed',
      'Pending → Canceled',
      'Confirmed → Shipped',
      'Confirmed → Canceled',
      'Shipped → Delivered',
      'Shipped → Returned',
      'Delivered → Returned',
    ])
  })

  test('is moved by its customer from Pending to Canceled alone', () => {
    expect(allMoves('customer')).toEqual(['Pending → Canceled'])
  })

  test('gives its stock back when it is canceled, and not when it is returned', () => {
    expect(findMove('Pending', 'Canceled', 'customer')?.returnsStock).toBe(true)
    expect(findMove('Pending', 'Canceled', 'shop')?.returnsStock).toBe(true)
    expect(findMove('Confirmed', 'Canceled', 'shop')?.returnsStock).toBe(true)
    expect(findMove('Shipped', 'Returned', 'shop')?.returnsStock).toBeUndefined()
    expect(findMove('Delivered', 'Returned', 'shop')?.returnsStock).toBeUndefined()
  })

  test('may go on from each state to those of the table', () => {
    expect(orderStates.map((from) => nextStates(from, 'shop'))).toEqual([
      ['Confirmed', 'Canceled'],
      ['Shipped', 'Canceled'],
      ['Delivered', 'Returned'],
      ['Returned'],
      [],
      [],
    ])
    expect(orderStates.map((from) => nextStates(from, 'customer'))).toEqual([['Canceled'], [], [], [], [], []])
  })

  test('is settled once nothing more has to be sent', () => {
    expect(orderStates.filter(isSettled)).toEqual(['Delivered', 'Canceled', 'Returned'])
  })
})

describe('a state', () => {
  test('is known on the wire by its number', () => {
    expect(orderStates.map(codeOf)).toEqual([0, 1, 2, 3, 4, 5])
    expect([0, 1, 2, 3, 4, 5].map(stateOf)).toEqual([...orderStates])
  })

  test('of another number is an error', () => {
    expect(() => stateOf(6)).toThrow('There is no order state 6')
  })
})
