import type { WireInvoice } from '#modules/invoices/contract.ts'
import { toWire } from '#shared/money.ts'
import { can, type Role } from '#shared/rights.ts'
import type { AdminOrderRow, WireAdminOrder } from './admin-contract.ts'
import { balanceOf } from './balance.ts'
import type { CashEntry } from './cash-entry.ts'
import type { Order } from './contract.ts'
import { codeOf, nextStatuses, rightToSet, rightToTakeBack } from './statuses.ts'
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

type AdminOrderDetails = Pick<WireAdminOrder, 'buyer' | 'notes' | 'activity' | 'earlier'> & {
  order: Order
  cash: CashEntry[]
  invoices: WireInvoice[]
}

export function adminOrderOnWire({ order, ...details }: AdminOrderDetails, role: Role): WireAdminOrder {
  return {
    ...details,
    order: orderOnWire(order),
    version: order.version,
    source: order.source,
    courierId: order.shipment?.courierId ?? null,
    balance: balanceOnWire(order),
    takesBack: kindToTakeBack(details.activity, order.status, role),
    next: nextStatuses(order.status, 'shop')
      .filter((status) => can(role, rightToSet(status)))
      .map(codeOf),
  }
}

function balanceOnWire(order: Order): WireAdminOrder['balance'] {
  const { total, paid, refunded, netPaid, owed, toRefund } = balanceOf(order)
  return {
    total: toWire(total),
    paid: toWire(paid),
    refunded: toWire(refunded),
    netPaid: toWire(netPaid),
    owed: toWire(owed),
    toRefund: toWire(toRefund),
    writtenOff: toWire(order.writtenOff),
    returned: toWire(order.returnedAmount),
    withCourier: toWire(order.withCourier),
    depositDue: toWire(order.depositDue),
  }
}

function kindToTakeBack(
  activity: WireAdminOrder['activity'],
  status: Order['status'],
  role: Role,
): WireAdminOrder['takesBack'] {
  const last = activity.findLast(({ kind, isTakenBack }) => kind !== 'corrected' && !isTakenBack)
  return last?.by === 'shop' && can(role, rightToTakeBack(last, status)) ? last.kind : null
}
