import { describe, expect, test } from 'vitest'
import { can, type Right, requireRight, rights, roles } from './rights.ts'

/** The whole table: who has which right. */
const table: Record<Right, [packer: boolean, manager: boolean, owner: boolean]> = {
  today: [true, true, true],
  orders: [true, true, true],
  products: [true, true, true],
  orderChanges: [false, true, true],
  productChanges: [false, true, true],
  discounts: [false, true, true],
  cash: [false, true, true],
  quotes: [false, true, true],
  enquiries: [false, true, true],
  reviews: [false, true, true],
  content: [false, true, true],
  customers: [false, true, true],
  emails: [false, true, true],
  sales: [false, true, true],
  exports: [false, true, true],
  settings: [false, true, true],
  audit: [false, true, true],
  ownerSettings: [false, false, true],
  staffMembers: [false, false, true],
}

test('each role has exactly the rights of the table', () => {
  const names = Object.keys(rights) as Right[]
  expect(names).toEqual(Object.keys(table))
  for (const right of names)
    expect([right, ...roles.map((role) => can(role, right))]).toEqual([right, false, ...table[right]])
})

describe('requireRight', () => {
  test('accepts a role with the right', () => {
    expect(() => requireRight({ role: 'Packer' }, 'orders')).not.toThrow()
  })

  test.each([
    ['Customer', 'orders', 'Your account does not have access to this.'],
    ['Packer', 'cash', 'You are a packer. Please ask a manager or an owner of the shop to do this.'],
    ['Manager', 'staffMembers', 'You are a manager. Please ask an owner of the shop to do this.'],
  ] as const)('tells a %s without the right %s whom to ask', (role, right, message) => {
    expect(() => requireRight({ role }, right)).toThrow(expect.objectContaining({ code: 'forbidden', message }))
  })
})
