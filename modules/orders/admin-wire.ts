import { fromWire, toWire } from '#shared/money.ts'
import type { DaySums, DeskRow, WireDeskOrder } from './admin-schema.ts'
import type { Order } from './schema.ts'
import { codeOf, nextStates } from './statuses.ts'
import { orderNumber, orderOnWire } from './wire.ts'

type FoundRow = Omit<DeskRow, 'orderId' | 'orderNumber' | 'orderDate' | 'totalAmount' | 'totalPriceInUSD'> &
  Record<'id' | 'number' | 'placedAt' | 'totalNpr' | 'totalUsd', string>

export function rowOnWire({ id, number, placedAt, totalNpr, totalUsd, ...row }: FoundRow): DeskRow {
  return {
    ...row,
    orderId: id,
    orderNumber: orderNumber(Number(number)),
    orderDate: placedAt,
    totalAmount: toWire(Number(totalNpr)),
    totalPriceInUSD: toWire(Number(totalUsd)),
  }
}

export function deskOrderOnWire({
  order,
  ...about
}: Omit<WireDeskOrder, 'order' | 'next'> & { order: Order }): WireDeskOrder {
  return { order: orderOnWire(order), ...about, next: nextStates(order.state, 'shop').map(codeOf) }
}

type FoundSums = Record<'dueNpr' | 'dueUsd' | 'openNpr' | 'openUsd', string> & Record<'orders' | 'received', number>

export function daySumsOnWire({ orders, received, dueNpr, dueUsd, openNpr, openUsd }: FoundSums): DaySums {
  const both = (npr: string, usd: string) => ({ npr: toWire(Number(npr)), usd: toWire(Number(usd)) })
  return { orders, received, due: both(dueNpr, dueUsd), open: both(openNpr, openUsd) }
}

/** What somebody pays at the door, in the currency of the order. */
export function cashOf({ currency, totalAmount, totalPriceInUSD }: DeskRow): {
  currency: 'USD' | 'NPR'
  minor: number
} {
  return { currency, minor: fromWire(currency === 'NPR' ? totalAmount : totalPriceInUSD) }
}
