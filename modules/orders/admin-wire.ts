import { fromWire, toWire } from '#shared/money.ts'
import type { AdminOrderRow, DaySums, WireAdminOrder } from './admin-contract.ts'
import type { Order } from './contract.ts'
import { codeOf, nextStatuses } from './statuses.ts'
import { orderNumber, orderOnWire } from './wire.ts'

type StoredOrderRow = Omit<AdminOrderRow, 'orderId' | 'orderNumber' | 'orderDate' | 'totalAmount' | 'totalPriceInUSD'> &
  Record<'id' | 'number' | 'placedAt' | 'totalNpr' | 'totalUsd', string>

export function rowOnWire({ id, number, placedAt, totalNpr, totalUsd, ...row }: StoredOrderRow): AdminOrderRow {
  return {
    ...row,
    orderId: id,
    orderNumber: orderNumber(Number(number)),
    orderDate: placedAt,
    totalAmount: toWire(Number(totalNpr)),
    totalPriceInUSD: toWire(Number(totalUsd)),
  }
}

export function adminOrderOnWire({
  order,
  ...details
}: Omit<WireAdminOrder, 'order' | 'next'> & { order: Order }): WireAdminOrder {
  return { order: orderOnWire(order), ...details, next: nextStatuses(order.status, 'shop').map(codeOf) }
}

type StoredDaySums = Record<'dueNpr' | 'dueUsd' | 'openNpr' | 'openUsd', string> & Record<'orders' | 'received', number>

export function daySumsOnWire({ orders, received, dueNpr, dueUsd, openNpr, openUsd }: StoredDaySums): DaySums {
  const both = (npr: string, usd: string) => ({ npr: toWire(Number(npr)), usd: toWire(Number(usd)) })
  return { orders, received, due: both(dueNpr, dueUsd), open: both(openNpr, openUsd) }
}

/** Cash due on delivery, in the currency of the order. */
export function cashOf({ currency, totalAmount, totalPriceInUSD }: AdminOrderRow): {
  currency: 'USD' | 'NPR'
  minor: number
} {
  return { currency, minor: fromWire(currency === 'NPR' ? totalAmount : totalPriceInUSD) }
}
