/** The six states of an order, in the numbers by which the wire knows them. */
export const orderStates = ['Pending', 'Confirmed', 'Shipped', 'Delivered', 'Canceled', 'Returned'] as const

export type OrderState = (typeof orderStates)[number]
export type Mover = 'customer' | 'shop'

type Move = { from: OrderState; to: OrderState; by: readonly Mover[]; returnsStock?: true }

/** Every move that there is. What came back as Returned is looked at before it is sold again, so its stock stays out. */
const moves: readonly Move[] = [
  { from: 'Pending', to: 'Confirmed', by: ['shop'] },
  { from: 'Pending', to: 'Canceled', by: ['customer', 'shop'], returnsStock: true },
  { from: 'Confirmed', to: 'Shipped', by: ['shop'] },
  { from: 'Confirmed', to: 'Canceled', by: ['shop'], returnsStock: true },
  { from: 'Shipped', to: 'Delivered', by: ['shop'] },
  { from: 'Shipped', to: 'Returned', by: ['shop'] },
  { from: 'Delivered', to: 'Returned', by: ['shop'] },
]

export function findMove(from: OrderState, to: OrderState, by: Mover): Move | undefined {
  return moves.find((move) => move.from === from && move.to === to && move.by.includes(by))
}

/** Where an order may go from here. */
export function nextStates(from: OrderState, by: Mover): OrderState[] {
  return moves.filter((move) => move.from === from && move.by.includes(by)).map(({ to }) => to)
}

/** Nothing more has to be sent anywhere. */
export const isSettled = (state: OrderState) => !nextStates(state, 'shop').some((next) => next !== 'Returned')

export const codeOf = (state: OrderState) => orderStates.indexOf(state)

export function stateOf(code: number): OrderState {
  const state = orderStates[code]
  if (!state) throw new Error(`There is no order state ${code}`)
  return state
}
